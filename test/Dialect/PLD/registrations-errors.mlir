// RUN: pld-opt %s --verify-diagnostics --split-input-file

// expected-error @below {{the func_id of a kernel is 0 to 1023, not 1024}}
#r = #pld.kernel_registration<func_id = 1024, code_name = @k, core_type = aiv, signature = []>

// -----

// expected-error @below {{the func_id of a kernel is 0 to 1023, not -1}}
#r = #pld.kernel_registration<func_id = -1, code_name = @k, core_type = aiv, signature = []>

// -----

// expected-error @below {{a task has at most 32 tensors, not 33}}
#r = #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in, in]>

// -----

// expected-error @below {{expected one of [aic, aiv] for the kind of core that runs a kernel, got: cube}}
// expected-error @below {{failed to parse PLD_KernelRegistrationAttr parameter 'core_type'}}
#r = #pld.kernel_registration<func_id = 0, code_name = @k, core_type = cube, signature = []>

// -----

// expected-error @below {{expected one of [in, out, inout] for how a function uses a parameter, got: no_dep}}
#r = #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [no_dep]>

// -----

// expected-error @below {{'pld.kernel_registrations' belongs on an orchestration}}
pld.func private aiv @k() attributes {pld.kernel_registrations = []} {
  pld.return
}

// -----

// expected-error @below {{'pld.kernel_registrations' must be an array of kernel registrations}}
pld.func orchestration @main() attributes {pld.kernel_registrations = ["k"]} {
  pld.return
}

// -----

// expected-error @below {{'pld.kernel_registrations' must be an array of kernel registrations}}
pld.func orchestration @main() attributes {pld.kernel_registrations = 1 : i64} {
  pld.return
}

// -----

// expected-error @below {{registers two kernels with the func_id 7; the second one is '@l'}}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 7, code_name = @k, core_type = aiv, signature = []>,
    #pld.kernel_registration<func_id = 7, code_name = @l, core_type = aiv, signature = []>]} {
  pld.return
}
pld.func private aiv @k()
pld.func private aiv @l()

// -----

// expected-error @below {{registers '@gone', which does not exist or is not a 'pld.func'}}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @gone, core_type = aiv, signature = []>]} {
  pld.return
}

// -----

// expected-error @below {{registers '@g', which is not an in-core kernel but 'group'}}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @g, core_type = aiv, signature = []>]} {
  pld.return
}
pld.func private group @g() {
  pld.return
}

// -----

// expected-error @below {{registers '@k' as 'aic', but it is 'aiv'}}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aic, signature = []>]} {
  pld.return
}
pld.func private aiv @k()

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{launches the kernel with the func_id 1, which '@main' does not register}}
  pld.call @k() {pld.kernel_ids = array<i32: 1>} : () -> ()
  pld.return
}
pld.func private aiv @k()

// -----

pld.func orchestration @main() {
  // expected-error @below {{has 'pld.kernel_ids', but its function has no 'pld.kernel_registrations'}}
  pld.call @k() {pld.kernel_ids = array<i32: 0>} : () -> ()
  pld.return
}
pld.func private aiv @k()

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.kernel_ids' must be an array<i32>}}
  pld.call @k() {pld.kernel_ids = [0]} : () -> ()
  pld.return
}
pld.func private aiv @k()

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.kernel_ids' belongs on a dispatch}}
  %0 = pld.undefined {pld.kernel_ids = array<i32: 0>} : i32
  pld.return
}
