// RUN: pld-opt %s -split-input-file -verify-diagnostics

// Outside of functions.
func.func private @f(%c: i1) {
  scf.if %c {
    // expected-error @below {{'pld.early_return' op must be inside of a 'pld.func'}}
    pld.early_return
  }
  return
}

// -----

// A return of too few values.
pld.func private incore @f(%c: i1) -> i1 {
  scf.if %c {
    // expected-error @below {{'pld.early_return' op returns 0 values, but '@f' has 1 results}}
    pld.early_return
  }
  pld.return %c : i1
}

// -----

// A break outside of loops.
pld.func private incore @f() {
  // expected-error @below {{'pld.break' op must be inside of a 'pld.loop_scope'}}
  pld.break
  pld.return
}

// -----

// In a loop that is not in a scope: another pass may change that loop.
pld.func private incore @f(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error @below {{'pld.break' op must be inside of a 'pld.loop_scope'}}
    pld.break
  }
  pld.return
}

// -----

// In an iteration only.
pld.func private incore @f() {
  pld.iteration_scope {
    // expected-error @below {{'pld.break' op must be inside of a 'pld.loop_scope'}}
    pld.break
  }
  pld.return
}

// -----

// A loop of another function.
pld.func private incore @f() {
  pld.loop_scope {
    builtin.module {
      pld.func private incore @g() {
        // expected-error @below {{'pld.break' op must be inside of a 'pld.loop_scope', which it cannot leave from inside of 'pld.func'}}
        pld.break
        pld.return
      }
    }
  }
  pld.return
}

// -----

// Out of a function of another dialect.
pld.func private incore @f() {
  builtin.module {
    func.func @g() {
      // expected-error @below {{'pld.early_return' op must be inside of a 'pld.func', which it cannot leave from inside of 'func.func'}}
      pld.early_return
      return
    }
  }
  pld.return
}

// -----

// Out of a loop whose iterations run in parallel.
pld.func private incore @f(%n: index) {
  pld.loop_scope {
    scf.forall (%i) in (%n) {
      // expected-error @below {{'pld.break' op must be inside of a 'pld.loop_scope', which it cannot leave from inside of 'scf.forall'}}
      pld.break
    }
  }
  pld.return
}

// -----

// Out of a loop of another dialect.
pld.func private incore @f(%n: index, %c: i1) {
  affine.for %i = 0 to 4 {
    scf.if %c {
      // expected-error @below {{'pld.early_return' op must be inside of a 'pld.func', which it cannot leave from inside of 'affine.for'}}
      pld.early_return
    }
  }
  pld.return
}

// -----

// A continue in a loop, but not in an iteration.
pld.func private incore @f(%n: index) {
  pld.loop_scope {
    scf.for %i = %n to %n step %n {
      // expected-error @below {{'pld.continue' op must be inside of a 'pld.iteration_scope'}}
      pld.continue
    }
  }
  pld.return
}

// -----

// A break with too many values.
pld.func private incore @f(%n: index) {
  pld.loop_scope {
    // expected-error @below {{'pld.break' op returns 1 values, but 'pld.loop_scope' has 0 results}}
    pld.break %n : index
  }
  pld.return
}

// -----

// A break with a value of another type.
pld.func private incore @f(%n: index, %m: i64) {
  %0 = pld.loop_scope -> i64 {
    // expected-error @below {{'pld.break' op returns 'index' as result #0 of 'pld.loop_scope', which is 'i64'}}
    pld.break %n : index
    pld.yield %m : i64
  }
  pld.return
}

// -----

// A continue with a value of another type.
pld.func private incore @f(%n: index, %m: i64) {
  %0:2 = pld.iteration_scope -> i64, i64 {
    // expected-error @below {{'pld.continue' op returns 'index' as result #1 of 'pld.iteration_scope', which is 'i64'}}
    pld.continue %m, %n : i64, index
    pld.yield %m, %m : i64, i64
  }
  pld.return
}

// -----

// A loop scope that yields less than its results.
pld.func private incore @f() {
  // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
  %0 = pld.loop_scope -> index {
  }
  pld.return
}

// -----

// An iteration that yields more than its results.
pld.func private incore @f(%n: index) {
  pld.iteration_scope {
    // expected-error @below {{'pld.yield' op must yield the types of the scope's results}}
    pld.yield %n : index
  }
  pld.return
}

// -----

// Out of a part that runs on many cores, each of which would leave it.
pld.func private incore @f(%n: index) {
  pld.loop_scope {
    pld.spmd_scope core_num(%n : index) {
      // expected-error @below {{'pld.break' op must be inside of a 'pld.loop_scope', which it cannot leave from inside of 'pld.spmd_scope'}}
      pld.break ()
    }
  }
  pld.return
}
