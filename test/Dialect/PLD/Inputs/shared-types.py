"""Prints a program whose types share parts: written out, they have 2^N parts."""

import sys

levels, kind = int(sys.argv[1]), sys.argv[2]


def chain(name, leaf):
    print(f"!{name}0 = tuple<{leaf}>")
    for i in range(levels):
        print(f"!{name}{i + 1} = tuple<!{name}{i}, !{name}{i}>")
    return f"!{name}{levels}"


def attributes(name, leaf):
    print(f"#{name}0 = [{leaf}]")
    for i in range(levels):
        print(f"#{name}{i + 1} = [#{name}{i}, #{name}{i}]")
    return f"#{name}{levels}"


def dispatch(there, here):
    print(f"""pld.func private incore @k(%x: {there}) {{
  pld.return
}}
pld.func orchestration @main(%x: {here}) {{
  pld.call @k(%x) : ({here}) -> ()
  pld.return
}}""")


def body(result, operation):
    print(f"""pld.func private incore @f(%x: {result}) -> {result} {{
  {operation}
  pld.return %x : {result}
}}""")


if kind == "same-class":
    dispatch(chain("t", "i32"), chain("u", "i64"))
elif kind == "other-class":
    dispatch(chain("t", "i32"), chain("u", "f32"))
elif kind == "no-tuple":
    dispatch("i32", chain("u", "f32"))
elif kind == "symbols":
    dispatch(chain("t", "!pld.tensor<[M], f32>"), chain("u", "!pld.tensor<[N], f32>"))
elif kind == "unbound":
    body("i32", f"%0 = pld.undefined : {chain('t', '!pld.tensor<[M], f32>')}")
elif kind == "retype":
    t = chain("t", "i32")
    body(t, f"%0 = pld.retype %x : {t} to f32")
elif kind == "reinterpret":
    t = chain("t", "i32")
    body(t, f"%0 = pld.reinterpret %x : {t} to f32")
elif kind == "scalar":
    t = chain("t", "i32")
    body(t, f"%0 = pld.scalar neg(%x) : ({t}) -> i32")
elif kind == "bind":
    t = chain("t", "i32")
    body(t, f'pld.bind_symbol %x as "K" : {t}')
elif kind == "get":
    t = chain("t", "i32")
    body(t, f"%0 = pld.tuple_get %x[0] : {t} -> i32")
elif kind == "return":
    t = chain("t", "i32")
    print(f"pld.func private incore @f(%x: {t}) -> i32 {{\n  pld.return %x : {t}\n}}")
elif kind == "dimension":
    a = attributes("a", "1")
    print(f'pld.func private incore @f(%x: !pld.tensor<[{a}], f32>)')
elif kind == "attribute":
    a = attributes("a", "1")
    print(f"pld.func private incore @f() attributes {{level = {a}}}")
elif kind == "references":
    # A reference that deduplication renames, in an attribute of @main.
    a = attributes("a", "@k_0")
    print("pld.func private incore @k(%x: f32) {\n  pld.return\n}")
    print("pld.func private incore @k_0(%x: f32) {\n  pld.return\n}")
    print(f"""pld.func orchestration @main(%x: f32) {{
  pld.call @k(%x) : (f32) -> ()
  pld.call @k_0(%x) : (f32) -> ()
  %0 = pld.undefined {{pld.attrs = {{names = {a}}}}} : i32
  pld.return
}}""")
elif kind == "reference-types":
    print("pld.func private incore @k(%x: f32) {\n  pld.return\n}")
    print("pld.func private incore @k_0(%x: f32) {\n  pld.return\n}")
    t = chain("t", "tensor<1xf32, @k_0>")
    print(f"""pld.func orchestration @main(%x: f32) {{
  pld.call @k(%x) : (f32) -> ()
  pld.call @k_0(%x) : (f32) -> ()
  %0 = pld.undefined : {t}
  pld.return
}}""")
