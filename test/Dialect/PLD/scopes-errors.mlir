// RUN: pld-opt %s -split-input-file -verify-diagnostics

// Yields less than the results of the scope.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
  %0 = pld.incore_scope -> index {
  }
  pld.return
}

// -----

// Yields more.
pld.func private orchestration @f(%n: index) {
  pld.cluster_scope {
    // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
    pld.yield %n : index
  }
  pld.return
}

// -----

// Yields other types: in a hierarchy scope.
pld.func private orchestration @f(%n: index) {
  %0 = pld.hierarchy_scope level host -> i64 {
    // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
    pld.yield %n : index
  }
  pld.return
}

// -----

// In an SPMD scope.
pld.func private orchestration @f(%n: index) {
  %0 = pld.spmd_scope core_num(%n : index) -> i64 {
    // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
    pld.yield %n : index
  }
  pld.return
}

// -----

// In a split scope.
pld.func private orchestration @f(%n: index) {
  %0 = pld.split_aiv_scope split none count 1 -> i64 {
    // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
    pld.yield %n : index
  }
  pld.return
}

// -----

// In a runtime scope.
pld.func private orchestration @f(%n: index) {
  %0 = pld.runtime_scope -> i64 {
    // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
    pld.yield %n : index
  }
  pld.return
}

// -----

// In a communication domain.
pld.func private orchestration @f(%n: index) {
  %0 = pld.comm_domain_scope devices [] slots [] -> i64 {
    // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
    pld.yield %n : index
  }
  pld.return
}

// -----

// Another terminator.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.incore_scope' op expects regions to end with 'pld.yield', found 'llvm.unreachable'}}
  // expected-note @below {{in custom textual format, the absence of terminator implies 'pld.yield'}}
  pld.incore_scope {
    llvm.unreachable
  }
  pld.return
}

// -----

// No terminator, which only the generic form can do.
pld.func private orchestration @f() {
  "pld.incore_scope"() ({
    // expected-error @below {{block with no terminator}}
    %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  }) : () -> ()
  pld.return
}

// -----

// An empty block.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.incore_scope' op expects a non-empty block}}
  "pld.incore_scope"() ({
  ^bb0:
  }) : () -> ()
  pld.return
}

// -----

// No block.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.incore_scope' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "pld.incore_scope"() ({}) : () -> ()
  pld.return
}

// -----

// Two blocks.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.incore_scope' op expects region #0 to have 0 or 1 blocks}}
  pld.incore_scope {
    pld.yield
  ^bb1:
    pld.yield
  }
  pld.return
}

// -----

// Arguments of a scope.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.incore_scope' op region should have no arguments}}
  pld.incore_scope {
  ^bb0(%x: i32):
    pld.yield
  }
  pld.return
}

// -----

// A yield outside of a scope.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.yield' op expects parent op to be one of 'pld.incore_scope, pld.cluster_scope, pld.hierarchy_scope, pld.spmd_scope, pld.split_aiv_scope, pld.runtime_scope, pld.comm_domain_scope, pld.loop_scope, pld.iteration_scope'}}
  pld.yield
}

// -----

// A return from inside of a scope.
pld.func private orchestration @f() {
  pld.incore_scope {
    // expected-error @below {{'pld.return' op expects parent op 'pld.func'}}
    pld.return
  }
  pld.return
}

// -----

// A hierarchy scope without a level.
pld.func private orchestration @f() {
  // expected-error @below {{expected 'level'}}
  pld.hierarchy_scope role sub_worker {
  }
  pld.return
}

// -----

// A level that does not exist.
pld.func private orchestration @f() {
  // expected-error @below {{failed to parse PLD_LevelAttr parameter}}
  // expected-error @below {{expected ::pld::Level to be one of: aiv, aic, core_group, chip_die, chip, host, cluster_0, cluster_1, cluster_2, global}}
  pld.hierarchy_scope level rack {
  }
  pld.return
}

// -----

// A role that does not exist.
pld.func private orchestration @f() {
  // expected-error @below {{failed to parse PLD_RoleAttr parameter}}
  // expected-error @below {{expected ::pld::Role to be one of: orchestrator, sub_worker}}
  pld.hierarchy_scope level host role boss {
  }
  pld.return
}

// -----

// A number of cores that is no integer.
pld.func private orchestration @f(%n: f32) {
  // expected-error @below {{'pld.spmd_scope' op operand #0 must be an integer, but got 'f32'}}
  pld.spmd_scope core_num(%n : f32) {
  }
  pld.return
}

// -----

// No number of cores.
pld.func private orchestration @f() {
  // expected-error @below {{expected 'core_num'}}
  pld.spmd_scope {
  }
  pld.return
}

// -----

// A count that is no integer.
pld.func private orchestration @f() {
  // expected-error @below {{expected attribute value}}
  pld.split_aiv_scope split none count two {
  }
  pld.return
}

// -----

// Slots that are no window buffers.
pld.func private orchestration @f() {
  // expected-error @below {{'pld.comm_domain_scope' op attribute 'slots' failed to satisfy constraint: window buffers}}
  pld.comm_domain_scope devices [] slots ["w"] {
  }
  pld.return
}

// -----

// Devices that are no integers.
pld.func private orchestration @f() {
  // expected-error @below {{expected ']'}}
  // expected-error @below {{expected integer value}}
  pld.comm_domain_scope devices [all] slots [] {
  }
  pld.return
}
