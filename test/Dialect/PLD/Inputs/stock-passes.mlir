!t = !pld.tensor<[8], f32>
!k = !pld.tensor<[K], f32>
pld.func private aiv @use(%x: !t, %n: index)
pld.func private aiv @dynamic(%x: !pld.tensor<[N], f32>)
pld.func private incore @unread(%x: !t, %n: index, %y: out !t) -> (!t, i32) {
  %c = arith.constant 5 : i32
  pld.return %y, %c : !t, i32
}
pld.func private incore @early(%x: !t, %p: i1, %n: index, %m: index) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  scf.if %p {
    pld.early_return %0 : i32
  }
  pld.return %1 : i32
}
pld.func private aic @cube(%x: !t) {
  %0 = pld.system.import_peer_buffer() {name = "slots", peer_func = @vector} : () -> i32
  pld.return
}
pld.func private aiv @vector(%y: out !t) -> !t {
  %0 = pld.system.reserve_buffer() {name = "slots", size = 4096 : i64} : () -> i32
  pld.return %y : !t
}
pld.func private group @pair(%x: !t, %y: out !t) -> !t {
  pld.call @cube(%x) : (!t) -> ()
  %0 = pld.call @vector(%y) : (!t) -> !t
  pld.return %y : !t
}
pld.func orchestration @main(%x: !t, %a: index, %n: index, %p: i1, %q: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %r:3 = pld.submit @unread(%x, %n) : (!t, index) -> (!t, i32, !pld.task_id)
  %g = pld.call @pair(%x, %r#0) : (!t, !t) -> !t
  %e = pld.call @early(%g, %p, %n, %c1) : (!t, i1, index, index) -> i32
  pld.bind_symbol %a as "K" : index
  scf.for %i = %c0 to %n step %c1 {
    %before = pld.symbol_value "K" : index
    pld.call @use(%x, %before) : (!t, index) -> ()
    pld.bind_symbol %i as "K" : index
    %after = pld.symbol_value "K" : index
    %quotient = pld.scalar floordiv(%a, %n) : (index, index) -> index
    %z = pld.retype %x : !t to !k
    pld.call @dynamic(%z) : (!k) -> ()
    pld.call @use(%x, %after) : (!t, index) -> ()
    pld.call @use(%x, %quotient) : (!t, index) -> ()
  }
  %w = pld.loop_scope -> i32 {
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %i0) -> i32 {
      %m = pld.iteration_scope -> i32 {
        scf.if %p {
          pld.break %i1 : i32
        }
        pld.call @use(%x, %i) : (!t, index) -> ()
        scf.if %q {
          pld.continue %s : i32
        }
        %sum = arith.addi %s, %e : i32
        pld.yield %sum : i32
      }
      scf.yield %m : i32
    }
    pld.yield %l : i32
  }
  pld.runtime_scope {
    scf.if %q {
      pld.early_return %w : i32
    }
    pld.call @use(%x, %a) : (!t, index) -> ()
  }
  pld.return %e : i32
}
