!t = !pld.tensor<[64], f32>
// Quotes, a backslash, a new line, and another one of Unicode.
pld.func private aiv @"q\22'\\"(%x: !t) { pld.return }
pld.func private aiv @"line\0Afeed"(%x: !t) { pld.return }
pld.func private aiv @"\C3\A9\E2\80\A8\F0\9F\98\80"(%x: !t) { pld.return }
pld.func private aiv @"${x}{0}%s#"(%x: !t) { pld.return }
pld.func private aic @external(%x: !t) attributes {
  external_source = "a \"b\"\\c\0A.cpp", external_include_dirs = "[\"/i \\\"1\\\"\", \"i\\u00e92\"]"}
pld.func orchestration @"ma\22in"(%x: !t) {
  pld.call @"q\22'\\"(%x) : (!t) -> ()
  pld.call @"line\0Afeed"(%x) : (!t) -> ()
  pld.call @"\C3\A9\E2\80\A8\F0\9F\98\80"(%x) : (!t) -> ()
  pld.call @"${x}{0}%s#"(%x) : (!t) -> ()
  pld.call @external(%x) : (!t) -> ()
  pld.return
}
