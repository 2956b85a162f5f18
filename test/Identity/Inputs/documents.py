#!/usr/bin/env python3
"""Random documents: the tool and Python's json give the same bytes, or both
reject. Usage: documents.py TOOL [COUNT [SEED]]
"""

import random
import struct
import subprocess
import sys

import reference

COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
RANDOM = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

# Each class of code points, and those where something changes.
CODE_POINTS = [
    (0x00, 0x1F),
    (0x20, 0x7E),
    (0x22, 0x22),
    (0x2F, 0x2F),
    (0x5C, 0x5C),
    (0x7F, 0x9F),
    (0xA0, 0x7FF),
    (0x800, 0xFFF),
    (0x1000, 0xD7FF),
    (0x2028, 0x2029),
    (0xE000, 0xFFFF),
    (0xFEFF, 0xFEFF),
    (0xFFFE, 0xFFFF),
    (0x10000, 0x3FFFF),
    (0x40000, 0xFFFFF),
    (0x100000, 0x10FFFF),
]
SHORT_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "\b": "b",
    "\f": "f",
    "\n": "n",
    "\r": "r",
    "\t": "t",
}


def spell_character(character):
    """One of the spellings of a character within a string."""
    code = ord(character)
    kind = RANDOM.randrange(4)
    if kind == 0 and character in SHORT_ESCAPES:
        return "\\" + SHORT_ESCAPES[character]
    if kind == 1 or code < 0x20 or character in '"\\':
        units = character.encode("utf-16-be")
        digits = "%04x" if RANDOM.random() < 0.5 else "%04X"
        return "".join("\\u" + digits % unit for (unit,) in struct.iter_unpack(">H", units))
    return character


def make_text():
    length = RANDOM.choice([0, 1, 1, 2, 3, 5, 8, RANDOM.randrange(60)])
    characters = []
    for _ in range(length):
        low, high = RANDOM.choice(CODE_POINTS)
        characters.append(chr(RANDOM.randint(low, high)))
    return "".join(characters)


def spell_text(text):
    return '"' + "".join(map(spell_character, text)) + '"'


def spell_integer():
    kind = RANDOM.randrange(6)
    if kind == 0:
        return RANDOM.choice(["0", "-0", "1", "-1"])
    if kind == 1:
        edge = RANDOM.choice([2**31, 2**32, 2**53, 2**63, 2**64, 2**127, 10**19, 10**308, 10**400])
        return str(RANDOM.choice([1, -1]) * (edge + RANDOM.randint(-2, 2)))
    return str(RANDOM.randrange(-(10 ** RANDOM.randrange(1, 40)), 10 ** RANDOM.randrange(1, 40)))


def spell_float():
    kind = RANDOM.randrange(8)
    if kind == 0:  # any bits: all exponents
        value = struct.unpack("<d", RANDOM.randbytes(8))[0]
        return repr(value) if value - value == 0 else "0.0"
    if kind == 1:  # powers of two, and their neighbours
        bits = RANDOM.randrange(0x7FF) << 52
        bits = max(0, bits + RANDOM.randint(-2, 2))
        return repr(struct.unpack("<d", struct.pack("<Q", bits))[0])
    if kind == 2:  # around the places where the form changes
        return repr(RANDOM.uniform(-10, 10) * 10.0 ** RANDOM.randint(-8, 20))
    if kind == 3:  # not as short as possible
        return "%.*e" % (
            RANDOM.randrange(30), RANDOM.uniform(-10, 10) * 10.0 ** RANDOM.randint(-330, 300)
        )
    if kind == 4:  # other spellings
        digits = str(RANDOM.randrange(1000))
        sign = RANDOM.choice(["", "-"])
        return sign + digits + RANDOM.choice(
            [".0", ".500", "e0", "E+1", "e-1", ".25E00002", "e-400", "e300"]
        )
    if kind == 5:  # near to the ends of the range
        return RANDOM.choice(
            ["1.7976931348623157e308", "1.7976931348623158e308", "17976931348623157e292", "5e-324"]
            + [
                "2.4703282292062328e-324",
                "2.4703282292062327e-324",
                "2.2250738585072011e-308",
                "1e-999999999999999",
            ]
            + [
                "0." + "0" * 400 + "1e400",
                "1" + "0" * 400 + "e-400",
                "0e999999999999999999",
                "0.0e-5",
                "-0.0",
            ]
        )
    return repr(
        RANDOM.choice(
            [
                1e16,
                1e15,
                123456789012345680.0,
                1e-4,
                1e-5,
                9007199254740993.0,
                1e22,
                1e23,
                -0.0,
                0.1,
            ]
        )
    )


def space():
    return "".join(RANDOM.choices(" \t\r", k=RANDOM.choice([0, 0, 0, 0, 1, 2])))


def spell_value(depth=0):
    kind = RANDOM.randrange(10 if depth < 5 else 6)
    if kind == 0:
        return RANDOM.choice(["null", "true", "false"])
    if kind in (1, 2):
        return spell_integer()
    if kind in (3, 4):
        return spell_float()
    if kind == 5:
        return spell_text(make_text())
    count = RANDOM.choice([0, 1, 2, 3, RANDOM.randrange(8)])
    values = [space() + spell_value(depth + 1) + space() for _ in range(count)]
    if kind in (6, 7):
        return "[" + (",".join(values) or space()) + "]"
    keys = {make_text() for _ in values}
    members = [
        space() + spell_text(key) + space() + ":" + value for key, value in zip(keys, values)
    ]
    return "{" + (",".join(members) or space()) + "}"


def nest():
    depth = RANDOM.choice([1, 2, 50, 510, 511, 512, 513, 600, 2000])
    kinds = [RANDOM.randrange(2) for _ in range(depth)]
    start = "".join('{"a":' if kind else "[" for kind in kinds)
    end = "".join("}" if kind else "]" for kind in reversed(kinds))
    # The innermost one is empty: a value in it would be no container.
    return start + ("" if not kinds[-1] else "1") + end


INVALID = [
    b"",
    b" ",
    b"\xef\xbb\xbf1",
    b"\xff\xfe1\x00",
    b"\x00",
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"[NaN]",
    b"1e309",
    b"-1e309",
    b"1.7976931348623159e308",
    b"1" + b"0" * 400 + b".0",
    b"1e99999999999999999999",
    b"01",
    b"-01",
    b"-",
    b"+1",
    b"1.",
    b".5",
    b"1.e5",
    b"1e",
    b"1e+",
    b"1-2",
    b"0x10",
    b"1_0",
    b"1 2",
    b"[1,]",
    b"[,1]",
    b"[1 2]",
    b"[1",
    b"[",
    b"]",
    b"[}",
    b"{]",
    b"{",
    b'{"a"}',
    b'{"a":}',
    b'{"a":1,}',
    b'{"a":1 "b":2}',
    b"{1:2}",
    b"{,}",
    b'{"a":1,"a":1}',
    b'{"a":1,"b":2,"\\u0061":3}',
    b'[{"b":{"x":1,"x":2}}]',
    b"nul",
    b"nulll",
    b"True",
    b"'a'",
    b'"',
    b'"a',
    b'"\\"',
    b'"\\x41"',
    b'"\\u12"',
    b'"\\u12g4"',
    b'"\\u+123"',
    b'"\t"',
    b'"\x1f"',
    b'"\\ud800"',
    b'"\\udc00"',
    b'"\\ud800\\ud800"',
    b'"\\ud800x"',
    b'"\\ud800\\n"',
    b'"\\udc00\\ud800"',
    b'{"\\ud800":1}',
    b'"\xed\xa0\x80"',
    b'"\xc0\x80"',
    b'"\xe0\x80\x80"',
    b'"\xf4\x90\x80\x80"',
    b'"\xf8\x88\x80\x80\x80"',
    b'"\x80"',
    b'"\xc3"',
    b'"\xc3\\u00a9"',
    b'"\\u00e9\xa9"',
    b'{"\xff":1}',
    b"\xc2\xa01",
    b"\x0b1",
    b"1\x0c",
    b"/* */1",
]


def damage(data):
    """A document with a byte or a piece of it changed."""
    data = bytearray(data)
    at = RANDOM.randrange(len(data) + 1)
    kind = RANDOM.randrange(4)
    if kind == 0:
        del data[at : at + RANDOM.randrange(1, 4)]
    elif kind == 1:
        data[at:at] = RANDOM.choice(
            [b",", b":", b'"', b"\\", b"[", b"}", b"0", b"-", b"e", b".", b"\\ud83d"]
        )
    elif kind == 2:
        data[at : at + 1] = bytes([RANDOM.randrange(256)])
    else:
        del data[at:]
    return bytes(data).replace(b"\n", b" ")


def expect(data):
    try:
        value = reference.load(data)
    except reference.Invalid:
        return None
    return reference.fingerprint(value).encode() + b" " + reference.canonical(value)


def main():
    documents = list(INVALID)
    # Every exponent of a double, with the neighbours of the power of two.
    for exponent in range(0x7FF):
        bits = [max(1, (exponent << 52) + step) for step in (-1, 0, 1)]
        documents.append(str([struct.unpack("<d", struct.pack("<Q", b))[0] for b in bits]).encode())
    for _ in range(COUNT - len(documents)):
        kind = RANDOM.randrange(100)
        data = (nest() if kind == 0 else spell_value()).encode()
        documents.append(damage(data) if kind >= 85 else data)
    # A line without a newline at the end would vanish if it were empty.
    stream = b"".join(data + b"\n" for data in documents)
    tool = subprocess.run([sys.argv[1], "canonical"], input=stream, capture_output=True)
    lines = tool.stdout.split(b"\n")[:-1]
    if len(lines) != len(documents):
        sys.exit(f"{len(documents)} documents, but {len(lines)} lines: {tool.stderr.decode()}")
    rejected = 0
    for data, line in zip(documents, lines):
        expected = expect(data)
        actual = None if line.startswith(b"error: ") else line
        rejected += expected is None
        if actual != expected:
            sys.exit(f"document {data[:2000]!r}\nexpected {expected!r}\n     got {line!r}")
    if tool.returncode != (2 if rejected else 0):
        sys.exit(f"status {tool.returncode}")
    assert rejected >= len(INVALID), rejected
    print(f"{len(documents)} documents, {rejected} rejected by both")


main()
