// Where it cannot be known who names whom, the whole program stays: two equal
// kernels do not merge.
//
// RUN: pld-opt %s -allow-unregistered-dialect -split-input-file --pld-deduplicate-outlined-kernels="report-file=-" -o /dev/null \
// RUN:   | FileCheck %s --implicit-check-not='"how"'

// An unregistered operation with regions could be a symbol table, or not.
// CHECK: "detail": "the unregistered operation 'foo.scope' has regions in @main",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "incomplete-index"
// CHECK: "name": "b",
// CHECK-NEXT: "reason": "incomplete-index"
module @regions {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func orchestration @main() {
    "foo.scope"() ({
    }) : () -> ()
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
}

// -----

// An attribute of an unregistered dialect could name anything.
// CHECK: "detail": "'pld.call' has an attribute or type whose parts cannot be seen in @main",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "incomplete-index"
module @opaque_attribute {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() {pld.attrs = {deep = [#foo.bar<"a">]}} : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
}

// -----

// So could a type of one, here in the signature of a function nobody merges.
// CHECK: "detail": "'pld.func' has an attribute or type whose parts cannot be seen in @opaque",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "incomplete-index"
module @opaque_type {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func opaque @opaque(%x: !foo.bar) {
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
}

// -----

// A name that is not resolved, here from a nested module, in which the kernels
// of this program are not seen.
// CHECK: "detail": "'@a' is not resolved where 'builtin.unrealized_conversion_cast' names it",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "incomplete-index"
module @unresolved {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
  module {
    %0 = builtin.unrealized_conversion_cast to i32 {pld.attrs = {ref = @a}}
  }
}

// -----

// A reference through a kernel, which has no symbols inside.
// CHECK: "detail": "'@a' is not resolved where 'pld.call' names it in @main",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "incomplete-index"
module @through_kernel {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() {pld.attrs = {ref = @a::@inside}} : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
}

// -----

// An attribute of a nested module names what is in it, or what is around it.
// CHECK: "detail": "'@a' of a nested symbol table is ambiguous",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "incomplete-index"
module @ambiguous {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
  module attributes {pld.attrs = {ref = @a}} {
    pld.func private aiv @a() {
      pld.return
    }
  }
}

// -----

// A distinct attribute cannot be renamed: the copy would be another one.
// CHECK: "detail": "'pld.call' has an attribute or type whose parts cannot be seen in @main",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "incomplete-index"
module @distinct {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() {pld.attrs = {ref = distinct[0]<@b>}} : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
}

// -----

// An unregistered operation without regions hides nothing: its attributes are
// seen. Only the kernel that has it stays.
// CHECK: "detail": "has 'foo.op'",
// CHECK-NEXT: "name": "c",
// CHECK-NEXT: "reason": "unregistered-op"
// CHECK: "name": "d",
// CHECK-NEXT: "reason": "unregistered-op"
// CHECK: "how": "identical-signature"
// CHECK: "renames": {
// CHECK-NEXT: "b": "a"
// CHECK-NEXT: }
module @no_regions {
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  pld.func private aiv @c() {
    "foo.op"() {ref = @b} : () -> ()
    pld.return
  }
  pld.func private aiv @d() {
    "foo.op"() <{ref = @b}> : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.call @c() : () -> ()
    pld.call @d() : () -> ()
    pld.return
  }
}
