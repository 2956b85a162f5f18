// RUN: pld-opt %s -split-input-file -verify-diagnostics

// An enumeration that does not exist.
// expected-error @below {{unknown attribute `layot` in dialect `pld`}}
module attributes {test.attr = #pld<layot nz>} {}

// -----

// A value that does not exist.
// expected-error @below {{failed to parse PLD_FunctionKindAttr parameter}}
// expected-error @below {{expected ::pld::FunctionKind to be one of: opaque, orchestration, incore, aic, aiv, group, spmd, graph}}
module attributes {test.attr = #pld<function_kind inline>} {}

// -----

// A value that is no word.
// expected-error @below {{expected valid keyword or string}}
// expected-error @below {{failed to parse PLD_LevelAttr parameter}}
module attributes {test.attr = #pld<level 4>} {}

// -----

// A view without a fractal size.
// expected-error @below {{expected ','}}
module attributes {test.attr = #pld.tile_view<row_major, none_box>} {}

// -----

// A block layout that does not exist.
// expected-error @below {{expected one of [none_box, row_major, col_major] for the block or fractal layout of a tile, got: zigzag}}
module attributes {test.attr = #pld.tile_view<zigzag, none_box, 1>} {}

// -----

// A fractal size that is no integer.
// expected-error @below {{expected integer value}}
module attributes {test.attr = #pld.tile_view<row_major, none_box, M>} {}

// -----

// A fractal size that is too great.
// expected-error @below {{integer value too large}}
module attributes {test.attr = #pld.tile_view<row_major, none_box, 9223372036854775808>} {}

// -----

// An entry that a view does not have.
// expected-error @below {{unknown entry 'layout'}}
module attributes {test.attr = #pld.tile_view<row_major, none_box, 1, layout = nz>} {}

// -----

// An entry of a view twice.
// expected-error @below {{'pad' is given twice}}
module attributes {test.attr = #pld.tile_view<row_major, none_box, 1, pad = zero, pad = zero>} {}

// -----

// A start offset that is no expression.
// expected-error @below {{[1] is not a dimension}}
module attributes {test.attr = #pld.tile_view<row_major, none_box, 1, start = [1]>} {}

// -----

// Compaction that is neither a word nor a string.
// expected-error @below {{expected valid keyword or string}}
module attributes {test.attr = #pld.tile_view<row_major, none_box, 1, compact = 1>} {}

// -----

// Storage without a name.
// expected-error @below {{expected string}}
module attributes {test.attr = #pld.memref<size = 4>} {}

// -----

// Storage with an empty name.
// expected-error @below {{the name of storage must not be empty}}
module attributes {test.attr = #pld.memref<"", size = 4>} {}

// -----

// An entry that storage does not have.
// expected-error @below {{unknown entry 'base'}}
module attributes {test.attr = #pld.memref<"m", base = 4>} {}

// -----

// An entry of storage twice.
// expected-error @below {{'pinned' is given twice}}
module attributes {test.attr = #pld.memref<"m", pinned, pinned>} {}

// -----

// A size that is not an integer.
// expected-error @below {{expected an integer}}
module attributes {test.attr = #pld.memref<"m", size = M>} {}

// -----

// A negative size.
// expected-error @below {{expected an integer of 64 bits, not negative}}
module attributes {test.attr = #pld.memref<"m", size = -1>} {}

// -----

// A size that is too great.
// expected-error @below {{expected an integer of 64 bits, not negative}}
module attributes {test.attr = #pld.memref<"m", size = 18446744073709551616>} {}

// -----

// Too many slots.
// expected-error @below {{expected an integer of 64 bits, not negative}}
module attributes {test.attr = #pld.memref<"m", slots = 18446744073709551616>} {}

// -----

// A window buffer without a size.
// expected-error @below {{expected ','}}
module attributes {test.attr = #pld.window<"w", base = "p">} {}

// -----

// A window buffer without a base.
// expected-error @below {{expected 'base'}}
module attributes {test.attr = #pld.window<"w", size = 4>} {}

// -----

// A window buffer with an empty name.
// expected-error @below {{the names of a window buffer and its base must not be empty}}
module attributes {test.attr = #pld.window<"", base = "p", size = 4>} {}

// -----

// A window buffer with a base of an empty name.
// expected-error @below {{the names of a window buffer and its base must not be empty}}
module attributes {test.attr = #pld.window<"w", base = "", size = 4>} {}

// -----

// An entry that a window buffer does not have.
// expected-error @below {{unknown entry 'pinned'}}
module attributes {test.attr = #pld.window<"w", base = "p", size = 4, pinned>} {}

// -----

// An entry of a window buffer twice.
// expected-error @below {{'load_from_host' is given twice}}
module attributes {test.attr = #pld.window<"w", base = "p", size = 4, load_from_host, load_from_host>} {}

// -----

// An attribute of the dialect that it does not know.
// expected-error @below {{'builtin.module' op unknown attribute 'pld.unknown' of the pld dialect}}
module attributes {pld.unknown} {}

// -----

// A loop kind that is none.
// expected-error @below {{'builtin.module' op 'pld.loop_kind' must be a loop kind}}
module attributes {pld.loop_kind = "parallel"} {}

// -----

// Attributes of the front end that are no dictionary.
// expected-error @below {{'builtin.module' op 'pld.attrs' must be a dictionary}}
module attributes {pld.attrs = [1]} {}
