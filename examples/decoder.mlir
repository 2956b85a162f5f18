// A small decoder as a front end outlines it: four layers, attention and MLP in
// turn, each with a norm before it. Every scope of the model was outlined by
// itself, so that the same kernel comes again under other names: `@rmsnorm`,
// `@rmsnorm_0`, `@rmsnorm_1`, `@rmsnorm_2`. `./dev demo` lets equal kernels share
// one definition and says of each other one why it stays.
//
// One head and no causal mask, so that the kernels are short.

// The sequence length `S` is a shape symbol: unknown until the program runs, and
// bound in each function by the types of its parameters.
!input = !pld.tensor<[S, 256], bf16>
!hidden = !pld.tensor<[S, 256], f32>
!qkv = !pld.tensor<[S, 768], f32>
!band = !pld.tensor<[S, 64], f32>
!scores = !pld.tensor<[S, S], f32>
!column = !pld.tensor<[S, 1], f32>
!rows = !pld.tensor<[T, 256], f32>
!rows_column = !pld.tensor<[T, 1], f32>
!gamma = !pld.tensor<[1, 256], f32>
!tokens = !pld.tensor<[S, 1], i32>

// Weights lie in fractal layout.
!weight = !pld.tensor<[256, 256], f32, layout = nz>
!weight_qkv = !pld.tensor<[256, 768], f32, layout = nz>
!weight_band = !pld.tensor<[256, 64], f32, layout = nz>

// The cache lies at a fixed place: its type names the storage.
!cache = !pld.tensor<[4096, 768], f32, memref = <"kv_cache", offset = 0, size = 12582912>>

// Tiles of the MLP: in the memory of the cube unit, in its input and output
// buffers, and in the memory of the vector unit.
!rows_mat = !pld.tile<[16, 256], f32, space = mat>
!rows_left = !pld.tile<[16, 256], f32, space = left>
!band_mat = !pld.tile<[256, 64], f32, space = mat>
!band_right = !pld.tile<[256, 64], f32, space = right>
!product = !pld.tile<[16, 64], f32, space = acc>
!block = !pld.tile<[16, 64], f32, space = vec>

!at = tuple<index, index>
#mat = #pld<memory_space mat>
#left = #pld<memory_space left>
#right = #pld<memory_space right>
#vec = #pld<memory_space vec>

module @decoder {

//===----------------------------------------------------------------------===//
// The orchestration: what runs, and after what
//===----------------------------------------------------------------------===//

// A submit gives the results of the kernel and the id of the task; `deps` are
// tasks to wait for. Most submits leave out the last argument, an `out`
// parameter: the runtime makes that tensor.
pld.func orchestration @decode(
    %input: !input, %cache: inout !cache,
    %gamma0: !gamma, %gamma1: !gamma, %gamma2: !gamma, %gamma3: !gamma, %gamma4: !gamma,
    %qkv0: !weight_qkv, %qkv2: !weight_qkv, %mlp1: !weight, %mlp3: !weight,
    %vocabulary: !weight, %tokens: out !tokens) -> !tokens {
  %cores = arith.constant 12 : index
  %width = arith.constant 256 : index
  %length = pld.symbol_value "S" : index
  %shape = pld.make_tuple %length, %width : !at
  %wide = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (!at) -> !hidden
  %x0 = pld.call @widen(%input, %wide) : (!input, !hidden) -> !hidden

  // Layer 0: attention. The projection runs on 12 cores that start together.
  %n0, %norm0 = pld.submit @rmsnorm(%x0, %gamma0)
      : (!hidden, !gamma) -> (!hidden, !pld.task_id)
  %q0, %project0 = pld.submit @project_spmd(%n0, %qkv0) deps(%norm0)
      core_num(%cores) sync_start
      : (!hidden, !weight_qkv) -> (!qkv, !pld.task_id)
  %c0, %cache0 = pld.submit @append(%q0, %cache) deps(%project0)
      : (!qkv, !cache) -> (!cache, !pld.task_id)
  %raw0, %score0 = pld.submit @scores(%q0) deps(%project0)
      : (!qkv) -> (!scores, !pld.task_id)
  %shares0, %share0 = pld.submit @softmax(%raw0) deps(%score0)
      : (!scores) -> (!scores, !pld.task_id)
  %values0, %attend0 = pld.submit @context(%shares0, %q0) deps(%share0)
      : (!scores, !qkv) -> (!hidden, !pld.task_id)
  %x1, %add0 = pld.submit @add(%x0, %values0) deps(%attend0)
      : (!hidden, !hidden) -> (!hidden, !pld.task_id)

  // Layer 1: MLP, a Group of two kernels.
  %n1, %norm1 = pld.submit @rmsnorm_0(%x1, %gamma1) deps(%add0)
      : (!hidden, !gamma) -> (!hidden, !pld.task_id)
  %x2, %feed1 = pld.submit @mlp(%n1, %x1, %mlp1) deps(%norm1) early_resolve
      : (!hidden, !hidden, !weight) -> (!hidden, !pld.task_id)

  // Layer 2: attention again.
  %n2, %norm2 = pld.submit @rmsnorm_1(%x2, %gamma2) deps(%feed1)
      : (!hidden, !gamma) -> (!hidden, !pld.task_id)
  %q2, %project2 = pld.submit @project_spmd_0(%n2, %qkv2) deps(%norm2)
      core_num(%cores) sync_start
      : (!hidden, !weight_qkv) -> (!qkv, !pld.task_id)
  %c2, %cache2 = pld.submit @append_0(%q2, %c0) deps(%project2, %cache0)
      : (!qkv, !cache) -> (!cache, !pld.task_id)
  %raw2, %score2 = pld.submit @scores_0(%q2) deps(%project2)
      : (!qkv) -> (!scores, !pld.task_id)
  %shares2, %share2 = pld.submit @softmax_0(%raw2) deps(%score2)
      : (!scores) -> (!scores, !pld.task_id)
  %values2, %attend2 = pld.submit @context_0(%shares2, %q2) deps(%share2)
      : (!scores, !qkv) -> (!hidden, !pld.task_id)
  %x3, %add2 = pld.submit @add_0(%x2, %values2) deps(%attend2)
      : (!hidden, !hidden) -> (!hidden, !pld.task_id)

  // Layer 3: MLP again.
  %n3, %norm3 = pld.submit @rmsnorm_2(%x3, %gamma3) deps(%add2)
      : (!hidden, !gamma) -> (!hidden, !pld.task_id)
  %x4, %feed3 = pld.submit @mlp_0(%n3, %x3, %mlp3) deps(%norm3) early_resolve
      : (!hidden, !hidden, !weight) -> (!hidden, !pld.task_id)

  // The end: a norm that somebody wrote with another name for the length, and a
  // kernel that is written in C++. Nothing writes the weights of a norm, so that
  // the runtime need not track them; only here somebody says so.
  %final = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (!at) -> !hidden
  %n4, %norm4 = pld.submit @rmsnorm_last(%x4, %gamma4, %final) deps(%feed3)
      {arg_directions = [#pld<arg_direction input>, #pld<arg_direction no_dep>,
                         #pld<arg_direction output_existing>]}
      : (!hidden, !gamma, !hidden) -> (!hidden, !pld.task_id)
  %t, %pick = pld.submit @pick_tokens(%n4, %vocabulary, %tokens) deps(%norm4)
      : (!hidden, !weight, !tokens) -> (!tokens, !pld.task_id)
  pld.return %t : !tokens
}

//===----------------------------------------------------------------------===//
// Kernels that are there once more under other names: they are merged
//===----------------------------------------------------------------------===//

// Kernels are `private`: only this program refers to them, so that one may go when
// another takes its place. A kernel returns the parameter that it wrote to.
pld.func private incore @rmsnorm(%x: !hidden, %gamma: !gamma, %out: out !hidden) -> !hidden {
  // 1 / 256, and a number that f32 cannot hold exactly: it is kept as written.
  %scale = arith.constant 3.906250e-03 : f32
  %epsilon = pld.constant 1.000000e-06 : f64 as f32
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %square = pld.intrinsic "tensor.mul"(%x, %x) : (!hidden, !hidden) -> !hidden
  %sum = pld.intrinsic "tensor.row_sum"(%square) : (!hidden) -> !column
  %mean = pld.intrinsic "tensor.muls"(%sum, %scale) : (!column, f32) -> !column
  %shifted = pld.intrinsic "tensor.adds"(%mean, %epsilon) : (!column, f32) -> !column
  %inverse = pld.intrinsic "tensor.rsqrt"(%shifted) : (!column) -> !column
  %unit = pld.intrinsic "tensor.row_expand_mul"(%x, %inverse) : (!hidden, !column) -> !hidden
  %y = pld.intrinsic "tensor.col_expand_mul"(%unit, %gamma) : (!hidden, !gamma) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

pld.func private incore @rmsnorm_0(%x: !hidden, %gamma: !gamma, %out: out !hidden) -> !hidden {
  %scale = arith.constant 3.906250e-03 : f32
  %epsilon = pld.constant 1.000000e-06 : f64 as f32
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %square = pld.intrinsic "tensor.mul"(%x, %x) : (!hidden, !hidden) -> !hidden
  %sum = pld.intrinsic "tensor.row_sum"(%square) : (!hidden) -> !column
  %mean = pld.intrinsic "tensor.muls"(%sum, %scale) : (!column, f32) -> !column
  %shifted = pld.intrinsic "tensor.adds"(%mean, %epsilon) : (!column, f32) -> !column
  %inverse = pld.intrinsic "tensor.rsqrt"(%shifted) : (!column) -> !column
  %unit = pld.intrinsic "tensor.row_expand_mul"(%x, %inverse) : (!hidden, !column) -> !hidden
  %y = pld.intrinsic "tensor.col_expand_mul"(%unit, %gamma) : (!hidden, !gamma) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

pld.func private incore @rmsnorm_1(%x: !hidden, %gamma: !gamma, %out: out !hidden) -> !hidden {
  %scale = arith.constant 3.906250e-03 : f32
  %epsilon = pld.constant 1.000000e-06 : f64 as f32
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %square = pld.intrinsic "tensor.mul"(%x, %x) : (!hidden, !hidden) -> !hidden
  %sum = pld.intrinsic "tensor.row_sum"(%square) : (!hidden) -> !column
  %mean = pld.intrinsic "tensor.muls"(%sum, %scale) : (!column, f32) -> !column
  %shifted = pld.intrinsic "tensor.adds"(%mean, %epsilon) : (!column, f32) -> !column
  %inverse = pld.intrinsic "tensor.rsqrt"(%shifted) : (!column) -> !column
  %unit = pld.intrinsic "tensor.row_expand_mul"(%x, %inverse) : (!hidden, !column) -> !hidden
  %y = pld.intrinsic "tensor.col_expand_mul"(%unit, %gamma) : (!hidden, !gamma) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

pld.func private incore @rmsnorm_2(%x: !hidden, %gamma: !gamma, %out: out !hidden) -> !hidden {
  %scale = arith.constant 3.906250e-03 : f32
  %epsilon = pld.constant 1.000000e-06 : f64 as f32
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %square = pld.intrinsic "tensor.mul"(%x, %x) : (!hidden, !hidden) -> !hidden
  %sum = pld.intrinsic "tensor.row_sum"(%square) : (!hidden) -> !column
  %mean = pld.intrinsic "tensor.muls"(%sum, %scale) : (!column, f32) -> !column
  %shifted = pld.intrinsic "tensor.adds"(%mean, %epsilon) : (!column, f32) -> !column
  %inverse = pld.intrinsic "tensor.rsqrt"(%shifted) : (!column) -> !column
  %unit = pld.intrinsic "tensor.row_expand_mul"(%x, %inverse) : (!hidden, !column) -> !hidden
  %y = pld.intrinsic "tensor.col_expand_mul"(%unit, %gamma) : (!hidden, !gamma) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

// Each core computes a band of 64 columns. The Spmd wrapper is what is launched on
// many cores; it keeps its identity, but the kernel in it may be replaced.
pld.func private incore @project(%x: !hidden, %weight: !weight_qkv, %out: out !qkv) -> !qkv {
  %origin = arith.constant 0 : index
  %rows = arith.constant 256 : index
  %width = arith.constant 64 : index
  %core = pld.intrinsic "tensor.get_block_idx"() : () -> index
  %column = arith.muli %core, %width : index
  %at = pld.make_tuple %origin, %column : !at
  %shape = pld.make_tuple %rows, %width : !at
  %band = pld.intrinsic "tensor.slice"(%weight, %shape, %at)
      : (!weight_qkv, !at, !at) -> !weight_band
  %y = pld.intrinsic "tensor.matmul"(%x, %band) {out_dtype = f32}
      : (!hidden, !weight_band) -> !band
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!qkv, !band, !at) -> !qkv
  pld.return %out : !qkv
}
pld.func spmd @project_spmd(%x: !hidden, %weight: !weight_qkv, %out: out !qkv) -> !qkv {
  %0 = pld.call @project(%x, %weight, %out) : (!hidden, !weight_qkv, !qkv) -> !qkv
  pld.return %out : !qkv
}

pld.func private incore @project_0(%x: !hidden, %weight: !weight_qkv, %out: out !qkv) -> !qkv {
  %origin = arith.constant 0 : index
  %rows = arith.constant 256 : index
  %width = arith.constant 64 : index
  %core = pld.intrinsic "tensor.get_block_idx"() : () -> index
  %column = arith.muli %core, %width : index
  %at = pld.make_tuple %origin, %column : !at
  %shape = pld.make_tuple %rows, %width : !at
  %band = pld.intrinsic "tensor.slice"(%weight, %shape, %at)
      : (!weight_qkv, !at, !at) -> !weight_band
  %y = pld.intrinsic "tensor.matmul"(%x, %band) {out_dtype = f32}
      : (!hidden, !weight_band) -> !band
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!qkv, !band, !at) -> !qkv
  pld.return %out : !qkv
}
pld.func spmd @project_spmd_0(%x: !hidden, %weight: !weight_qkv, %out: out !qkv) -> !qkv {
  %0 = pld.call @project_0(%x, %weight, %out) : (!hidden, !weight_qkv, !qkv) -> !qkv
  pld.return %out : !qkv
}

// Attention, in kernels that run on one unit each: the cube unit multiplies, the
// vector unit does the rest. `@softmax`, which comes between `@scores` and
// `@context`, is further down: its copies are not equal.
pld.func private incore @scores(%qkv: !qkv, %out: out !scores) -> !scores {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %length = pld.symbol_value "S" : index
  %shape = pld.make_tuple %length, %c256 : !at
  %at_q = pld.make_tuple %c0, %c0 : !at
  %at_k = pld.make_tuple %c0, %c256 : !at
  %q = pld.intrinsic "tensor.slice"(%qkv, %shape, %at_q) : (!qkv, !at, !at) -> !hidden
  %k = pld.intrinsic "tensor.slice"(%qkv, %shape, %at_k) : (!qkv, !at, !at) -> !hidden
  %raw = pld.intrinsic "tensor.matmul"(%q, %k) {b_trans = true, out_dtype = f32}
      : (!hidden, !hidden) -> !scores
  %done = pld.intrinsic "tensor.assemble"(%out, %raw, %at_q) : (!scores, !scores, !at) -> !scores
  pld.return %out : !scores
}

pld.func private incore @scores_0(%qkv: !qkv, %out: out !scores) -> !scores {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %length = pld.symbol_value "S" : index
  %shape = pld.make_tuple %length, %c256 : !at
  %at_q = pld.make_tuple %c0, %c0 : !at
  %at_k = pld.make_tuple %c0, %c256 : !at
  %q = pld.intrinsic "tensor.slice"(%qkv, %shape, %at_q) : (!qkv, !at, !at) -> !hidden
  %k = pld.intrinsic "tensor.slice"(%qkv, %shape, %at_k) : (!qkv, !at, !at) -> !hidden
  %raw = pld.intrinsic "tensor.matmul"(%q, %k) {b_trans = true, out_dtype = f32}
      : (!hidden, !hidden) -> !scores
  %done = pld.intrinsic "tensor.assemble"(%out, %raw, %at_q) : (!scores, !scores, !at) -> !scores
  pld.return %out : !scores
}

pld.func private incore @context(%shares: !scores, %qkv: !qkv, %out: out !hidden) -> !hidden {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %length = pld.symbol_value "S" : index
  %shape = pld.make_tuple %length, %c256 : !at
  %at = pld.make_tuple %c0, %c0 : !at
  %at_v = pld.make_tuple %c0, %c512 : !at
  %v = pld.intrinsic "tensor.slice"(%qkv, %shape, %at_v) : (!qkv, !at, !at) -> !hidden
  %y = pld.intrinsic "tensor.matmul"(%shares, %v) {out_dtype = f32}
      : (!scores, !hidden) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

pld.func private incore @context_0(%shares: !scores, %qkv: !qkv, %out: out !hidden) -> !hidden {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  %length = pld.symbol_value "S" : index
  %shape = pld.make_tuple %length, %c256 : !at
  %at = pld.make_tuple %c0, %c0 : !at
  %at_v = pld.make_tuple %c0, %c512 : !at
  %v = pld.intrinsic "tensor.slice"(%qkv, %shape, %at_v) : (!qkv, !at, !at) -> !hidden
  %y = pld.intrinsic "tensor.matmul"(%shares, %v) {out_dtype = f32}
      : (!scores, !hidden) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

pld.func private incore @add(%x: !hidden, %more: !hidden, %out: out !hidden) -> !hidden {
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %y = pld.intrinsic "tensor.add"(%x, %more) : (!hidden, !hidden) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

pld.func private incore @add_0(%x: !hidden, %more: !hidden, %out: out !hidden) -> !hidden {
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %y = pld.intrinsic "tensor.add"(%x, %more) : (!hidden, !hidden) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

// A Group: the cube unit multiplies, the vector unit applies SiLU and adds the
// residual. It is one task, so that both members have all of its arguments.
// Products pass through a buffer that one member reserves and the other imports by
// naming its peer. The Group is merged as a whole, members included.
pld.func private group @mlp(%x: !hidden, %residual: !hidden, %weight: !weight, %out: out !hidden)
    -> !hidden {
  pld.call @mlp_cube(%x, %residual, %weight, %out) : (!hidden, !hidden, !weight, !hidden) -> ()
  %0 = pld.call @mlp_vector(%x, %residual, %weight, %out)
      : (!hidden, !hidden, !weight, !hidden) -> !hidden
  pld.return %out : !hidden
}
pld.func private aic @mlp_cube(%x: !hidden, %residual: !hidden, %weight: !weight,
    %out: out !hidden) {
  %none = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %length = pld.symbol_value "S" : index
  %pipe = pld.system.import_peer_buffer() {name = "products", peer_func = @mlp_vector}
      : () -> i32
  pld.intrinsic "system.aic_initialize_pipe"(%pipe, %none)
      {dir_mask = 1 : i64, slot_size = 4096 : i64} : (i32, i32) -> ()
  scf.for %row = %c0 to %length step %c16 {
    %at_x = pld.make_tuple %row, %c0 : !at
    %shape_x = pld.make_tuple %c16, %c256 : !at
    %rows = pld.intrinsic "tile.load"(%x, %at_x, %shape_x, %shape_x) {target_memory = #mat}
        : (!hidden, !at, !at, !at) -> !rows_mat
    %left = pld.intrinsic "tile.move"(%rows) {target_memory = #left} : (!rows_mat) -> !rows_left
    scf.for %column = %c0 to %c256 step %c64 {
      %at_w = pld.make_tuple %c0, %column : !at
      %shape_w = pld.make_tuple %c256, %c64 : !at
      %band = pld.intrinsic "tile.load"(%weight, %at_w, %shape_w, %shape_w) {target_memory = #mat}
          : (!weight, !at, !at, !at) -> !band_mat
      %right = pld.intrinsic "tile.move"(%band) {target_memory = #right}
          : (!band_mat) -> !band_right
      %product = pld.intrinsic "tile.matmul"(%left, %right)
          : (!rows_left, !band_right) -> !product
      pld.intrinsic "tile.tpush_to_aiv"(%product) {split = 0 : i64} : (!product) -> ()
    }
  }
  pld.return
}
pld.func private aiv @mlp_vector(%x: !hidden, %residual: !hidden, %weight: !weight,
    %out: out !hidden) -> !hidden {
  %none = arith.constant 0 : i32
  %one = arith.constant 1.000000e+00 : f32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %length = pld.symbol_value "S" : index
  %shape = pld.make_tuple %c16, %c64 : !at
  %pipe = pld.system.reserve_buffer() {name = "products", size = 32768 : i64} : () -> i32
  pld.intrinsic "system.aiv_initialize_pipe"(%pipe, %none)
      {dir_mask = 1 : i64, slot_size = 4096 : i64} : (i32, i32) -> ()
  scf.for %row = %c0 to %length step %c16 {
    scf.for %column = %c0 to %c256 step %c64 {
      %at = pld.make_tuple %row, %column : !at
      %product = pld.intrinsic "tile.tpop_from_aic"() {split = 0 : i64} : () -> !block
      // SiLU: x / (1 + exp(-x))
      %minus = pld.intrinsic "tile.neg"(%product) : (!block) -> !block
      %exp = pld.intrinsic "tile.exp"(%minus) : (!block) -> !block
      %below = pld.intrinsic "tile.adds"(%exp, %one) : (!block, f32) -> !block
      %silu = pld.intrinsic "tile.div"(%product, %below) : (!block, !block) -> !block
      pld.intrinsic "system.tfree_to_aic"(%product) : (!block) -> ()
      %old = pld.intrinsic "tile.load"(%residual, %at, %shape, %shape) {target_memory = #vec}
          : (!hidden, !at, !at, !at) -> !block
      %y = pld.intrinsic "tile.add"(%old, %silu) : (!block, !block) -> !block
      %done = pld.intrinsic "tile.store"(%y, %at, %out) : (!block, !at, !hidden) -> !hidden
    }
  }
  pld.return %out : !hidden
}

pld.func private group @mlp_0(%x: !hidden, %residual: !hidden, %weight: !weight, %out: out !hidden)
    -> !hidden {
  pld.call @mlp_0_cube(%x, %residual, %weight, %out) : (!hidden, !hidden, !weight, !hidden) -> ()
  %0 = pld.call @mlp_0_vector(%x, %residual, %weight, %out)
      : (!hidden, !hidden, !weight, !hidden) -> !hidden
  pld.return %out : !hidden
}
pld.func private aic @mlp_0_cube(%x: !hidden, %residual: !hidden, %weight: !weight,
    %out: out !hidden) {
  %none = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %length = pld.symbol_value "S" : index
  %pipe = pld.system.import_peer_buffer() {name = "products", peer_func = @mlp_0_vector}
      : () -> i32
  pld.intrinsic "system.aic_initialize_pipe"(%pipe, %none)
      {dir_mask = 1 : i64, slot_size = 4096 : i64} : (i32, i32) -> ()
  scf.for %row = %c0 to %length step %c16 {
    %at_x = pld.make_tuple %row, %c0 : !at
    %shape_x = pld.make_tuple %c16, %c256 : !at
    %rows = pld.intrinsic "tile.load"(%x, %at_x, %shape_x, %shape_x) {target_memory = #mat}
        : (!hidden, !at, !at, !at) -> !rows_mat
    %left = pld.intrinsic "tile.move"(%rows) {target_memory = #left} : (!rows_mat) -> !rows_left
    scf.for %column = %c0 to %c256 step %c64 {
      %at_w = pld.make_tuple %c0, %column : !at
      %shape_w = pld.make_tuple %c256, %c64 : !at
      %band = pld.intrinsic "tile.load"(%weight, %at_w, %shape_w, %shape_w) {target_memory = #mat}
          : (!weight, !at, !at, !at) -> !band_mat
      %right = pld.intrinsic "tile.move"(%band) {target_memory = #right}
          : (!band_mat) -> !band_right
      %product = pld.intrinsic "tile.matmul"(%left, %right)
          : (!rows_left, !band_right) -> !product
      pld.intrinsic "tile.tpush_to_aiv"(%product) {split = 0 : i64} : (!product) -> ()
    }
  }
  pld.return
}
pld.func private aiv @mlp_0_vector(%x: !hidden, %residual: !hidden, %weight: !weight,
    %out: out !hidden) -> !hidden {
  %none = arith.constant 0 : i32
  %one = arith.constant 1.000000e+00 : f32
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %length = pld.symbol_value "S" : index
  %shape = pld.make_tuple %c16, %c64 : !at
  %pipe = pld.system.reserve_buffer() {name = "products", size = 32768 : i64} : () -> i32
  pld.intrinsic "system.aiv_initialize_pipe"(%pipe, %none)
      {dir_mask = 1 : i64, slot_size = 4096 : i64} : (i32, i32) -> ()
  scf.for %row = %c0 to %length step %c16 {
    scf.for %column = %c0 to %c256 step %c64 {
      %at = pld.make_tuple %row, %column : !at
      %product = pld.intrinsic "tile.tpop_from_aic"() {split = 0 : i64} : () -> !block
      %minus = pld.intrinsic "tile.neg"(%product) : (!block) -> !block
      %exp = pld.intrinsic "tile.exp"(%minus) : (!block) -> !block
      %below = pld.intrinsic "tile.adds"(%exp, %one) : (!block, f32) -> !block
      %silu = pld.intrinsic "tile.div"(%product, %below) : (!block, !block) -> !block
      pld.intrinsic "system.tfree_to_aic"(%product) : (!block) -> ()
      %old = pld.intrinsic "tile.load"(%residual, %at, %shape, %shape) {target_memory = #vec}
          : (!hidden, !at, !at, !at) -> !block
      %y = pld.intrinsic "tile.add"(%old, %silu) : (!block, !block) -> !block
      %done = pld.intrinsic "tile.store"(%y, %at, %out) : (!block, !at, !hidden) -> !hidden
    }
  }
  pld.return %out : !hidden
}

//===----------------------------------------------------------------------===//
// Kernels that are not simply equal: each stays for another reason
//===----------------------------------------------------------------------===//

// `unique`: the two differ in one constant.
pld.func private incore @softmax(%raw: !scores, %out: out !scores) -> !scores {
  %temperature = arith.constant 6.250000e-02 : f32 // 1 / sqrt(256)
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %scores = pld.intrinsic "tensor.muls"(%raw, %temperature) : (!scores, f32) -> !scores
  %max = pld.intrinsic "tensor.row_max"(%scores) : (!scores) -> !column
  %low = pld.intrinsic "tensor.row_expand_sub"(%scores, %max) : (!scores, !column) -> !scores
  %exp = pld.intrinsic "tensor.exp"(%low) : (!scores) -> !scores
  %sum = pld.intrinsic "tensor.row_sum"(%exp) : (!scores) -> !column
  %shares = pld.intrinsic "tensor.row_expand_div"(%exp, %sum) : (!scores, !column) -> !scores
  %done = pld.intrinsic "tensor.assemble"(%out, %shares, %at) : (!scores, !scores, !at) -> !scores
  pld.return %out : !scores
}

pld.func private incore @softmax_0(%raw: !scores, %out: out !scores) -> !scores {
  %temperature = arith.constant 8.000000e-02 : f32
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %scores = pld.intrinsic "tensor.muls"(%raw, %temperature) : (!scores, f32) -> !scores
  %max = pld.intrinsic "tensor.row_max"(%scores) : (!scores) -> !column
  %low = pld.intrinsic "tensor.row_expand_sub"(%scores, %max) : (!scores, !column) -> !scores
  %exp = pld.intrinsic "tensor.exp"(%low) : (!scores) -> !scores
  %sum = pld.intrinsic "tensor.row_sum"(%exp) : (!scores) -> !column
  %shares = pld.intrinsic "tensor.row_expand_div"(%exp, %sum) : (!scores, !column) -> !scores
  %done = pld.intrinsic "tensor.assemble"(%out, %shares, %at) : (!scores, !scores, !at) -> !scores
  pld.return %out : !scores
}

// `explicit-storage`: they are equal, but name storage. Which kernels share a
// piece of storage is for a later stage to decide. They only move data, which
// either unit can do, so that they have to say `aiv`.
pld.func private aiv @append(%qkv: !qkv, %cache: inout !cache) -> !cache {
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %done = pld.intrinsic "tensor.assemble"(%cache, %qkv, %at) : (!cache, !qkv, !at) -> !cache
  pld.return %cache : !cache
}

pld.func private aiv @append_0(%qkv: !qkv, %cache: inout !cache) -> !cache {
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %done = pld.intrinsic "tensor.assemble"(%cache, %qkv, %at) : (!cache, !qkv, !at) -> !cache
  pld.return %cache : !cache
}

// Only the symbol differs: `T` is the length here. `@rmsnorm` takes its place,
// because each call can bind `S` (and supplies the output).
pld.func private incore @rmsnorm_last(%x: !rows, %gamma: !gamma, %out: out !rows) -> !rows {
  %scale = arith.constant 3.906250e-03 : f32
  %epsilon = pld.constant 1.000000e-06 : f64 as f32
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %square = pld.intrinsic "tensor.mul"(%x, %x) : (!rows, !rows) -> !rows
  %sum = pld.intrinsic "tensor.row_sum"(%square) : (!rows) -> !rows_column
  %mean = pld.intrinsic "tensor.muls"(%sum, %scale) : (!rows_column, f32) -> !rows_column
  %shifted = pld.intrinsic "tensor.adds"(%mean, %epsilon) : (!rows_column, f32) -> !rows_column
  %inverse = pld.intrinsic "tensor.rsqrt"(%shifted) : (!rows_column) -> !rows_column
  %unit = pld.intrinsic "tensor.row_expand_mul"(%x, %inverse) : (!rows, !rows_column) -> !rows
  %y = pld.intrinsic "tensor.col_expand_mul"(%unit, %gamma) : (!rows, !gamma) -> !rows
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!rows, !rows, !at) -> !rows
  pld.return %out : !rows
}

// `public`: other programs may refer to it.
pld.func incore @widen(%x: !input, %out: out !hidden) -> !hidden {
  %origin = arith.constant 0 : index
  %at = pld.make_tuple %origin, %origin : !at
  %y = pld.intrinsic "tensor.cast"(%x) {mode = 2 : i64, target_type = f32} : (!input) -> !hidden
  %done = pld.intrinsic "tensor.assemble"(%out, %y, %at) : (!hidden, !hidden, !at) -> !hidden
  pld.return %out : !hidden
}

// `external`: its body is in another file.
pld.func private aiv @pick_tokens(%x: !hidden, %vocabulary: !weight, %tokens: out !tokens)
    -> !tokens
    attributes {external_source = "kernels/pick_tokens.cpp"}
}
