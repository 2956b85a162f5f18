module attributes {
  test.symbols = [#pld.sym<M>, #pld.sym<"a b" : i64>],
  test.expressions = [
    #pld.expr<M + 1>, #pld.expr<min(M * (4 : i32), neg(N)) : i64>, #pld.expr<"f"()>,
    #pld.expr<"f"(M, 18446744073709551615 : ui64)>],
  test.views = [
    #pld.tile_view<row_major, none_box, -1>,
    #pld.tile_view<col_major, row_major, 512, pad = min, compact = normal, start = M, stride = [1, 2], valid = [M]>],
  test.storage = [
    #pld.memref<"m", offset = 0, size = 0>,
    #pld.memref<"m", offset = M, size = 18446744073709551615, pinned, slots = 2, slot = i>],
  test.windows = [
    #pld.window<"w", base = "p", size = M>,
    #pld.window<"w", base = "p", size = 4, load_from_host, store_to_host>],
  test.enumerations = [
    #pld<function_kind graph>, #pld<arg_direction scalar>, #pld<level global>, #pld<role sub_worker>,
    #pld<loop_kind pipeline>, #pld<layout mx_b_nn>, #pld<tile_layout col_major>, #pld<pad min>,
    #pld<memory_space right_scale>, #pld<split left_right>, #pld<scalar_kind call>],
  test.tensors = [
    !pld.tensor<[], f32>,
    !pld.tensor<[M, 4], f32, layout = nz, stride = [1], valid = [M, 2], pad = max, memref = <"m", offset = 0, size = 4>>,
    !pld.dist_tensor<[M], i8>,
    !pld.dist_tensor<[M], i8, stride = [1], window = <"w", base = "p", size = 4>>],
  test.tiles = [
    !pld.tile<[4], f16>,
    !pld.tile<[4], f16, space = acc, view = <row_major, none_box, 1>, memref = <"m", offset = 0, size = 4>>],
  test.types = [
    !pld.array<N x !pld.task_id>, !pld.task_id, !pld.ptr, !pld.comm_ctx, !pld.window_buffer, !pld.memref_value,
    !pld.prefetch_context, !pld.async_event, !pld.async_session, !pld.unknown, !pld.hf4, !pld.hf8]
} {}
