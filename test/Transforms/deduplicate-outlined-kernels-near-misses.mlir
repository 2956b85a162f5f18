// The first difference of units that are almost equal, at the operation where
// it is. "here" is the unit that has the remark, `there` the place in the other.
//
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels --remarks-filter=pld-dedup --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=NearMiss
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels="free-symbols=identical" --remarks-filter=pld-dedup --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FREE
// What is told changes nothing of what is done.
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels -o %t.untold
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels --remarks-filter=pld-dedup --remark-format=emitRemark -o %t.told 2>/dev/null
// RUN: diff %t.untold %t.told

// Another operation; the last of some more; a nested one.
module @operation attributes {pld.attrs = {used = [@a, @b, @c, @d, @e]}} {
  pld.func private aiv @a(%x: f32, %y: i1) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.subf %x, %0 : f32
    %2 = arith.mulf %x, %1 : f32
    pld.return
  }
  pld.func private aiv @b(%x: f32, %y: i1) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.subf %x, %0 : f32
    // CHECK: :[[@LINE+1]]:10: remark: [Analysis] NearMiss {{.*}} | Function=b | Remark="@b is almost @a: operation 'arith.divf' here, 'arith.mulf' there", there={{.*}}near-misses.mlir:[[@LINE-6]]:10
    %2 = arith.divf %x, %1 : f32
    pld.return
  }
  pld.func private aiv @c(%x: f32, %y: i1) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.subf %x, %0 : f32
    %2 = arith.mulf %x, %1 : f32
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@c is almost @a: operation 'math.exp' here, 'pld.return' there"
    %3 = math.exp %2 : f32
    pld.return
  }
  pld.func private aiv @d(%x: f32, %y: i1) {
    scf.if %y {
      %0 = arith.addf %x, %x : f32
      %1 = arith.subf %x, %0 : f32
    }
    pld.return
  }
  pld.func private aiv @e(%x: f32, %y: i1) {
    scf.if %y {
      %0 = arith.addf %x, %x : f32
      // CHECK: :[[@LINE+1]]:12: {{.*}}Remark="@e is almost @d: operation 'arith.divf' here, 'arith.subf' there", there={{.*}}:[[@LINE-7]]:12
      %1 = arith.divf %x, %0 : f32
    }
    pld.return
  }
}

// -----

// Blocks without a terminator end earlier in one of the two.
module @block_end attributes {pld.attrs = {used = [@a, @b, @c]}} {
  pld.func private aiv @a(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %x, %x : f32
    builtin.module {
      pld.func private aiv @f(%x: i32)
    }
    pld.return
  }
  pld.func private aiv @b(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %x, %x : f32
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@b is almost @a: the end of the block here, 'pld.func' there", there={{.*}}:[[@LINE-7]]:7
    builtin.module {
    }
    pld.return
  }
  pld.func private aiv @c(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %x, %x : f32
    builtin.module {
      pld.func private aiv @f(%x: i32)
      // CHECK: :[[@LINE+1]]:7: {{.*}}Remark="@c is almost @a: 'pld.func' here, the end of the block there", there={{.*}}:[[@LINE-18]]:5
      pld.func private aiv @g(%x: i32)
    }
    pld.return
  }
}

// -----

// Attributes: another value, only on one side, deep inside, too long to be
// shown, and with a symbol in another role.
module @attributes attributes {pld.attrs = {used = [@a, @b, @c, @d, @e, @f, @g, @h]}} {
  pld.func private aiv @a(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    %0 = arith.constant {pld.attrs = {d = [1, {e = 2}]}} 1 : i32
    pld.return
  }
  pld.func private aiv @b(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@b is almost @a: 'arith.constant': attribute 'value' is 3 : i32 here, 1 : i32 there"
    %0 = arith.constant {pld.attrs = {d = [1, {e = 2}]}} 3 : i32
    pld.return
  }
  pld.func private aiv @c(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@c is almost @a: 'arith.constant': attribute 'pld.attrs' is {d = [1, {e = 2 : i64}]} there, not given here"
    %0 = arith.constant 1 : i32
    pld.return
  }
  pld.func private aiv @d(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@d is almost @a: 'arith.constant': attribute 'pld.attrs.d[1].e' is 3 : i64 here, 2 : i64 there"
    %0 = arith.constant {pld.attrs = {d = [1, {e = 3}]}} 1 : i32
    pld.return
  }
  pld.func private aiv @e(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@e is almost @a: 'arith.constant': attribute 'pld.attrs.d' is [1] here, [1, {e = 2 : i64}] there"
    %0 = arith.constant {pld.attrs = {d = [1]}} 1 : i32
    pld.return
  }
  pld.func private aiv @f(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@f is almost @a: 'arith.constant': attribute 'pld.attrs.d[1]' has 'e' there, but not here"
    %0 = arith.constant {pld.attrs = {d = [1, {}]}} 1 : i32
    pld.return
  }
  pld.func private aiv @g(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@g is almost @a: 'arith.constant': attribute 'pld.attrs.d[1].e' is "01234567890123456789012345678901234567890123456789012345678... here, 2 : i64 there"
    %0 = arith.constant {pld.attrs = {d = [1, {e = "0123456789012345678901234567890123456789012345678901234567890123456789"}]}} 1 : i32
    pld.return
  }
  pld.func private aiv @h(%x: index {pld.symbol = "N"}, %y: index {pld.symbol = "M"}) {
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@h is almost @a: 'arith.constant': attribute 'pld.attrs.d[0]' is N here, 1 : i64 there"
    %0 = arith.constant {pld.attrs = {d = [#pld.sym<N>, {e = 2}]}} 1 : i32
    pld.return
  }
}

// -----

// Of two long values the part is shown in which they differ.
module @long_values attributes {pld.attrs = {used = [@a, @b]}} {
  pld.func private aiv @a() {
    %0 = arith.constant {pld.attrs = {d = "0123456789012345678901234567890123456789012345678901234567890123456789A"}} 1 : i32
    pld.return
  }
  pld.func private aiv @b() {
    // CHECK: NearMiss{{.*}}Remark="@b is almost @a: 'arith.constant': attribute 'pld.attrs.d' is ...01234567890123456789B" here, ...01234567890123456789A" there"
    %0 = arith.constant {pld.attrs = {d = "0123456789012345678901234567890123456789012345678901234567890123456789B"}} 1 : i32
    pld.return
  }
}

// -----

// The signature: kind, level, numbers, directions, attributes of parameters.
!T = !pld.tensor<[4], f32>
module @signature attributes {pld.attrs = {used = [@a, @b, @c, @d, @e, @f, @g]}} {
  pld.func private aiv @a(%x: !T) -> !T {
    pld.return %x : !T
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@b is almost @a: its kind is 'aic' here, 'aiv' there", there={{.*}}:[[@LINE-3]]:3
  pld.func private aic @b(%x: !T) -> !T {
    pld.return %x : !T
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@c is almost @a: attribute 'level' is level core_group here, not given there"
  pld.func private aiv @c(%x: !T) -> !T attributes {level = #pld<level core_group>} {
    pld.return %x : !T
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@d is almost @a: the number of parameters is 2 here, 1 there"
  pld.func private aiv @d(%x: !T, %y: !T) -> !T {
    pld.return %x : !T
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@e is almost @a: the number of results is 2 here, 1 there"
  pld.func private aiv @e(%x: !T) -> (!T, !T) {
    pld.return %x, %x : !T, !T
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@f is almost @a: parameter #0 is 'inout' here, 'in' there"
  pld.func private aiv @f(%x: inout !T) -> !T {
    pld.return %x : !T
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@g is almost @a: parameter #0: attribute 'x.y' is 1 : i64 here, not given there"
  pld.func private aiv @g(%x: !T {x.y = 1}) -> !T {
    pld.return %x : !T
  }
}

// -----

// Types: of parameters and results, and which property of them.
module @types attributes {pld.attrs = {used = [@a, @b, @c, @d, @e, @f, @g, @h]}} {
  pld.func private aiv @a(%x: !pld.tensor<[4, 8], f32>) {
    pld.return
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@b is almost @a: parameter #0 has dimension #1 16 here, 8 there"
  pld.func private aiv @b(%x: !pld.tensor<[4, 16], f32>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@c is almost @a: parameter #0 has element type bf16 here, f32 there"
  pld.func private aiv @c(%x: !pld.tensor<[4, 8], bf16>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@d is almost @a: parameter #0 has number of dimensions 3 here, 2 there"
  pld.func private aiv @d(%x: !pld.tensor<[4, 8, 2], f32>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@e is almost @a: parameter #0 has layout nz here, nd there"
  pld.func private aiv @e(%x: !pld.tensor<[4, 8], f32, layout = nz>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@f is almost @a: parameter #0 has number of strides 2 here, 0 there"
  pld.func private aiv @f(%x: !pld.tensor<[4, 8], f32, stride = [8, 1]>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@g is almost @a: parameter #0 has type !pld.tile<[4, 8], f32> here, !pld.tensor<[4, 8], f32> there"
  pld.func private aiv @g(%x: !pld.tile<[4, 8], f32>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@h is almost @a: parameter #0 has type !pld.tile<[4, 8], f32, space = vec> here, !pld.tensor<[4, 8], f32> there"
  pld.func private aiv @h(%x: !pld.tile<[4, 8], f32, space = vec>) {
    pld.return
  }
}

// -----

module @result_types attributes {pld.attrs = {used = [@a, @b]}} {
  pld.func private aiv @a() {
    %0:2 = pld.intrinsic "tensor.create"() unchecked : () -> (i32, !pld.tensor<[4, 8], f32>)
    pld.return
  }
  pld.func private aiv @b() {
    // CHECK: :[[@LINE+1]]:12: {{.*}}Remark="@b is almost @a: 'pld.intrinsic': result #1 has dimension #0 2 here, 4 there"
    %0:2 = pld.intrinsic "tensor.create"() unchecked : () -> (i32, !pld.tensor<[2, 8], f32>)
    pld.return
  }
}

// -----

// Properties, also where one side has its defaults only, or both have others.
module @properties attributes {pld.attrs = {used = [@a, @b, @c, @d, @e]}} {
  pld.func private aiv @a(%n: index, %x: f32) {
    scf.for %i = %n to %n step %n {
    }
    %0 = arith.addf %x, %x : f32
    pld.return
  }
  pld.func private aiv @b(%n: index, %x: f32) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@b is almost @a: 'scf.for': attribute 'unsignedCmp' is unit here, not given there"
    scf.for unsigned %i = %n to %n step %n {
    }
    %0 = arith.addf %x, %x : f32
    pld.return
  }
  pld.func private aiv @c(%n: index, %x: f32) {
    scf.for %i = %n to %n step %n {
    }
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@c is almost @a: 'arith.addf': attribute 'fastmath' is fastmath<nnan> here, fastmath<none> there"
    %0 = arith.addf %x, %x fastmath<nnan> : f32
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@d is almost @e: 'scf.for': attribute 'unsignedCmp' is unit here, not given there"
  pld.func private aic @d(%n: index, %x: f32) {
    scf.for unsigned %i = %n to %n step %n {
    }
    pld.return
  }
  pld.func private aic @e(%n: index, %x: f32) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@e is almost @d: 'scf.for': attribute 'unsignedCmp' is unit there, not given here"
    scf.for %i = %n to %n step %n {
    }
    pld.return
  }
}

// -----

// The nearest: of units of the same kinds that with the same body, then with the same
// signature and roles, then with the same roles, ...; and one of other kinds only if
// there is none, however alike, nor one after it.
module @nearest attributes {pld.attrs = {used = [@a, @b, @c, @d, @e, @f, @g]}} {
  pld.func private aic @a(%x: f32) attributes {unroll = 2 : i32} {
    %0 = arith.constant 1.0 : f32
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@b is almost @c: attribute 'unroll' is 2 : i32 here, 4 : i32 there"
  pld.func private aiv @b(%x: f32) attributes {unroll = 2 : i32} {
    %0 = arith.constant 2.0 : f32
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@c is almost @b: attribute 'unroll' is 4 : i32 here, 2 : i32 there"
  pld.func private aiv @c(%x: f32) attributes {unroll = 4 : i32} {
    %0 = arith.constant 3.0 : f32
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@d is almost @c: 'arith.constant': attribute 'value' is 4.000000e+00 : f32 here, 3.000000e+00 : f32 there"
  pld.func private aiv @d(%x: f32) attributes {unroll = 4 : i32} {
    %0 = arith.constant 4.0 : f32
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@e is almost @d: attribute 'unroll' is 8 : i32 here, 4 : i32 there"
  pld.func private aiv @e(%x: f32) attributes {unroll = 8 : i32} {
    %0 = arith.constant 4.0 : f32
    pld.return
  }
  // Like @a but for its kind, and like @b in the names of operations.
  // CHECK: NearMiss{{.*}}Remark="@f is almost @b: the number of parameters is 2 here, 1 there"
  pld.func private aiv @f(%x: f32, %y: f32) attributes {unroll = 2 : i32} {
    %0 = arith.constant 1.0 : f32
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@g is almost @a: the number of parameters is 2 here, 1 there"
  pld.func private aic @g(%x: f32, %y: f32) attributes {unroll = 2 : i32} {
    %0 = arith.constant 1.0 : f32
    pld.return
  }
}

// -----

// Roles of values: parameters, results, constants, arguments of regions; and
// which parameter is returned.
module @values attributes {pld.attrs = {used = [@a, @b, @c, @d, @e, @f, @g, @h]}} {
  pld.func private aiv @a(%x: i32, %y: i32) -> i32 {
    %0 = arith.addi %x, %y : i32
    %1 = arith.addi %0, %y : i32
    pld.return %x : i32
  }
  pld.func private aiv @b(%x: i32, %y: i32) -> i32 {
    %0 = arith.addi %x, %y : i32
    // CHECK: :[[@LINE+1]]:10: {{.*}}Remark="@b is almost @a: 'arith.addi': operand #0 is parameter #0 here, result #0 of 'arith.addi' there"
    %1 = arith.addi %x, %y : i32
    pld.return %x : i32
  }
  pld.func private aiv @c(%x: i32, %y: i32) -> i32 {
    %0 = arith.addi %x, %y : i32
    %1 = arith.addi %0, %y : i32
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@c is almost @a: 'pld.return': result #0 is parameter #1 here, parameter #0 there"
    pld.return %y : i32
  }
  pld.func private aiv @d(%x: i32, %y: i32) -> i32 {
    %0 = arith.addi %x, %y : i32
    %1 = arith.addi %0, %y : i32
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@d is almost @a: 'pld.return': result #0 is result #0 of 'arith.addi' here, parameter #0 there"
    pld.return %1 : i32
  }
  pld.func private aiv @e(%x: i32, %y: i32) -> i32 {
    %0 = arith.addi %x, %y : i32
    %1 = arith.addi %0, %y : i32
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@e is almost @a: 'pld.return': result #0 is result #0 of 'arith.addi' here, parameter #0 there"
    pld.return %0 : i32
  }
  pld.func private aiv @f(%n: index, %m: index) {
    %0 = arith.constant 1 : index
    %1 = arith.constant 2 : index
    scf.for %i = %n to %m step %0 {
      %2 = arith.addi %i, %n : index
    }
    pld.return
  }
  pld.func private aiv @g(%n: index, %m: index) {
    %0 = arith.constant 1 : index
    %1 = arith.constant 2 : index
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@g is almost @f: 'scf.for': operand #2 is the constant 2 : index here, the constant 1 : index there"
    scf.for %i = %n to %m step %1 {
      %2 = arith.addi %i, %n : index
    }
    pld.return
  }
  pld.func private aiv @h(%n: index, %m: index) {
    %0 = arith.constant 1 : index
    %1 = arith.constant 2 : index
    scf.for %i = %n to %m step %0 {
      // CHECK: :[[@LINE+1]]:12: {{.*}}Remark="@h is almost @f: 'arith.addi': operand #0 is parameter #0 here, argument #0 of block #0 of 'scf.for' there"
      %2 = arith.addi %n, %n : index
    }
    pld.return
  }
}

// -----

// Two values that read alike are told apart by the number of what defines them.
module @same_words attributes {pld.attrs = {used = [@a, @b]}} {
  pld.func private aiv @a(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32
    %1 = arith.addi %x, %x : i32
    pld.return %0 : i32
  }
  pld.func private aiv @b(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32
    %1 = arith.addi %x, %x : i32
    // CHECK: NearMiss{{.*}}Remark="@b is almost @a: 'pld.return': result #0 is result #0 of 'arith.addi' (operation 2) here, result #0 of 'arith.addi' (operation 1) there"
    pld.return %1 : i32
  }
}

// -----

// Roles of symbols. Names may be the same, or not.
module @symbols attributes {pld.attrs = {used = [@a, @c, @d, @e]}} {
  pld.func private aiv @a(%x: !pld.tensor<[M, N], f32>, %y: !pld.tensor<[M * 2], f32>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@c is almost @a: parameter #0 has dimension #1 M here, N there ('M' is symbol #0 here, 'N' is a new symbol there)"
  pld.func private aiv @c(%x: !pld.tensor<[M, M], f32>, %y: !pld.tensor<[M * 2], f32>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@d is almost @a: parameter #1 has dimension #0 M * 2 here, M * 2 there ('M' is symbol #1 here, 'M' is symbol #0 there)"
  pld.func private aiv @d(%x: !pld.tensor<[N, M], f32>, %y: !pld.tensor<[M * 2], f32>) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@e is almost @a: parameter #1 has dimension #0 M + 2 here, M * 2 there"
  pld.func private aiv @e(%x: !pld.tensor<[M, N], f32>, %y: !pld.tensor<[M + 2], f32>) {
    pld.return
  }
}

// -----

module @carried attributes {pld.attrs = {used = [@a, @b, @c]}} {
  pld.func private aiv @a(%x: index {pld.symbol = "M"}, %y: index {pld.symbol = "N"}) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@b is almost @a: parameter #1 carries no symbol here, 'N' (a new symbol) there"
  pld.func private aiv @b(%x: index {pld.symbol = "K"}, %y: index) {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@c is almost @a: parameter #1 carries 'K' (symbol #0) here, 'N' (a new symbol) there"
  pld.func private aiv @c(%x: index {pld.symbol = "K"}, %y: index {pld.symbol = "K"}) {
    pld.return
  }
}

// -----

// A free symbol is its name.
// FREE: NearMiss{{.*}}Remark="@b is almost @a: 'pld.intrinsic': result #0 has dimension #0 G here, F there ('G' is a free symbol here, 'F' is a free symbol there)"
module @free attributes {pld.attrs = {used = [@a, @b]}} {
  pld.func private aiv @a() attributes {free_symbols = ["F", "G"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[F], f32>
    pld.return
  }
  pld.func private aiv @b() attributes {free_symbols = ["F", "G"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[G], f32>
    pld.return
  }
}

// -----

// Blocks, arguments of blocks, regions.
module @blocks attributes {pld.attrs = {used = [@a, @b, @c, @d, @e]}} {
  pld.func private aiv @a(%c: i1) {
    cf.cond_br %c, ^left, ^right
  ^left:
    pld.return
  ^right:
    pld.return
  }
  pld.func private aiv @b(%c: i1) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@b is almost @a: 'cf.cond_br': successor #0 is block #2 here, block #1 there"
    cf.cond_br %c, ^right, ^left
  ^left:
    pld.return
  ^right:
    pld.return
  }
  // CHECK: :[[@LINE+1]]:3: {{.*}}Remark="@c is almost @a: the number of blocks of region #0 is 4 here, 3 there"
  pld.func private aiv @c(%c: i1) {
    cf.cond_br %c, ^left, ^right
  ^left:
    pld.return
  ^right:
    pld.return
  ^other:
    pld.return
  }
  pld.func private aiv @d(%c: i1) {
    scf.if %c {
      %0 = arith.constant 1 : i32
    }
    pld.return
  }
  pld.func private aiv @e(%c: i1) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@e is almost @d: 'scf.if': the number of blocks of region #1 is 1 here, 0 there"
    scf.if %c {
      %0 = arith.constant 1 : i32
    } else {
    }
    pld.return
  }
}

// -----

// A Group and its members are one unit: the difference may be in a member, or
// in which member it is. The remark is at the place, the name is the Group's.
module @groups attributes {pld.attrs = {used = [@g0, @g1, @h0, @h1]}} {
  pld.func private aic @m0(%x: i32) {
    %0 = arith.constant 1 : i32
    pld.return
  }
  pld.func private aic @m1(%x: i32) {
    // CHECK: :[[@LINE+1]]:10: {{.*}} Function=g1 | Remark="@g1 is almost @g0: 'arith.constant': attribute 'value' is 2 : i32 here, 1 : i32 there", there={{.*}}:[[@LINE-4]]:10
    %0 = arith.constant 2 : i32
    pld.return
  }
  pld.func private group @g0(%x: i32) {
    pld.call @m0(%x) : (i32) -> ()
    pld.return
  }
  pld.func private group @g1(%x: i32) {
    pld.call @m1(%x) : (i32) -> ()
    pld.return
  }
  pld.func private aiv @n0() {
    pld.return
  }
  pld.func private aiv @n1() {
    pld.return
  }
  pld.func private aiv @n2() {
    pld.return
  }
  // CHECK: NearMiss{{.*}}Remark="@h0 is almost @g0: the number of parameters is 0 here, 1 there"
  pld.func private group @h0() {
    pld.call @n0() : () -> ()
    pld.call @n0() : () -> ()
    pld.return
  }
  pld.func private group @h1() {
    pld.call @n1() : () -> ()
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@h1 is almost @h0: 'pld.call': attribute 'callee' is @n2 here, @n0 there (function #2 of the unit here, function #1 of the unit there)"
    pld.call @n2() : () -> ()
    pld.return
  }
}

// -----

// What a unit names is what that has become: not the first difference here.
module @chain attributes {pld.attrs = {used = [@a0, @a1, @b0, @b1, @c0]}} {
  pld.func private aic @a0() {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b0} : () -> i32
    pld.return
  }
  pld.func private aic @a1() {
    // CHECK: NearMiss{{.*}}Remark="@a1 is almost @a0: 'pld.system.import_peer_buffer': attribute 'name' is "t" here, "s" there"
    %0 = pld.system.import_peer_buffer() {name = "t", peer_func = @b1} : () -> i32
    pld.return
  }
  pld.func private aic @c0() {
    // CHECK: NearMiss{{.*}}Remark="@c0 is almost @a0: 'pld.system.import_peer_buffer': attribute 'peer_func' is @a0 here, @b0 there"
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @a0} : () -> i32
    pld.return
  }
  pld.func private aiv @b0(%x: i32) {
    pld.return
  }
  pld.func private aiv @b1(%x: i32) {
    pld.return
  }
}

// -----

// Told is the difference to the first unit with the same operands and types, or
// else the same operations. Representatives of merges have one like others;
// kernels that are not merged at all, public ones, and what is equal to another
// one, have none.
module @who attributes {pld.attrs = {used = [@a, @b, @c, @c_eq, @external, @storage]}} {
  pld.func private aiv @a(%x: i32) {
    %0 = arith.constant 1 : i32
    pld.return
  }
  // CHECK-DAG: NearMiss{{.*}}Remark="@b is almost @p: 'arith.constant': attribute 'value' is 2 : i64 here, 1 : i64 there"
  pld.func private aiv @b(%x: i32) {
    %0 = arith.constant 2 : i64
    pld.return
  }
  // CHECK-DAG: NearMiss{{.*}}Remark="@c is almost @a: 'arith.constant': attribute 'value' is 3 : i32 here, 1 : i32 there"
  pld.func private aiv @c(%x: i32) {
    %0 = arith.constant 3 : i32
    pld.return
  }
  pld.func private aiv @c_eq(%x: i32) {
    %0 = arith.constant 3 : i32
    pld.return
  }
  // Public units come first.
  // CHECK-DAG: NearMiss{{.*}}Remark="@a is almost @p: 'arith.constant': attribute 'value' is 1 : i32 here, 1 : i64 there"
  pld.func aiv @p(%x: i32) {
    %0 = arith.constant 1 : i64
    pld.return
  }
  pld.func aiv @q(%x: i32) {
    %0 = arith.constant 4 : i64
    pld.return
  }
  pld.func private aiv @unreferenced(%x: i32) {
    %0 = arith.constant 5 : i64
    pld.return
  }
  pld.func private aiv @external(%x: i32) attributes {external_source = "k.cpp"}
  pld.func private aiv @storage(%x: i32) {
    %0 = arith.constant {pld.attrs = {t = !pld.ptr}} 6 : i64
    pld.return
  }
}

// -----

// An operation without a location is where the operation around it is.
module @unknown_location attributes {pld.attrs = {used = [@a, @b]}} {
  pld.func private aiv @a(%c: i1) {
    scf.if %c {
      %0 = arith.constant 1 : i32 loc(unknown)
    }
    pld.return
  }
  pld.func private aiv @b(%c: i1) {
    // CHECK: :[[@LINE+1]]:5: {{.*}}Remark="@b is almost @a: 'arith.constant': attribute 'value' is 2 : i32 here, 1 : i32 there", there={{.*}}:[[@LINE-6]]:5
    scf.if %c {
      %0 = arith.constant 2 : i32 loc(unknown)
    }
    pld.return
  }
}

// -----

// Units that have little in common are no near misses.
module @far attributes {pld.attrs = {used = [@a, @b]}} {
  pld.func private aiv @a(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %x, %0 : f32
    %2 = arith.addf %x, %1 : f32
    pld.return
  }
  pld.func private aiv @b(%x: f32) {
    %0 = math.exp %x : f32
    pld.return
  }
}
