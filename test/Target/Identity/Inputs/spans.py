#!/usr/bin/env python3
"""Exports dispatches at each place of some sources, and compares the bytes of
the file there; places that are none are refused. Usage: spans.py TOOL FOLDER
"""

import json
import pathlib
import subprocess
import sys

TOOL = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2])
SOURCES = {
    "plain.py": b"def model(x):\n    return norm(x)\n",
    "no-end.py": b"a\n\nbc",
    "unicode.py": "\ufeffé = 'x'\t#\U0001f600\r\n#\n".encode(),
    "empty.py": b"",
}


def export(name, places, *options):
    """The result for one dispatch at each place."""
    calls = "\n".join(
        f'  pld.call @step() {{pld.origin_uid = "{index}"}} : () -> () loc("{name}":{place})'
        for index, place in enumerate(places)
    )
    program = f"""pld.func orchestration @main() {{
{calls}
  pld.return
}}
pld.func private incore @step() {{
  pld.return
}}
"""
    command = [TOOL, "--pld-to-identity-observations", f"--identity-artifact-root={FOLDER}"]
    return subprocess.run(
        [*command, *options], input=program.encode(), capture_output=True, timeout=120
    )


def list_places(text):
    """Line, column and byte of each place: those of bytes, and the ends of lines."""
    line, column = 1, 1
    for byte in range(len(text) + 1):
        yield line, column, byte
        column += 1
        if text[byte : byte + 1] == b"\n":
            line, column = line + 1, 1


def main():
    numSpans = numRefused = 0
    for name, text in SOURCES.items():
        (FOLDER / name).write_bytes(text)
        places = list(list_places(text))
        for first in (0, 1):
            spans = [(a, b) for a in places for b in places if a[2] <= b[2]]
            shift = first - 1
            result = export(
                name,
                [f"{a[0]}:{a[1] + shift} to {b[0]}:{b[1] + shift}" for a, b in spans],
                *([] if first else ["--identity-first-column=0"]),
            )
            assert result.returncode == 0, result
            rows = json.loads(result.stdout)["observations"]
            assert len(rows) == len(spans)
            for (a, b), row in zip(spans, rows):
                expected = {"file": name, "byte_start": a[2], "byte_end": b[2]}
                assert row["identity"] == expected, (row, a, b)
                assert row["statement_id"] == f"{name}:{a[2]}-{b[2]}"
                numSpans += 1
            # Behind the last place of each line, before its first, no line.
            last = {line: column for line, column, _ in places}
            outside = [(line, column + 1) for line, column in last.items()]
            outside += [(max(last) + 1, 1)]
            outside += [(line, 0) for line in last] if first else []
            for line, column in outside:
                place = f"{line}:{column + shift}"
                result = export(name, [place], f"--identity-first-column={first}")
                message = (
                    f'error: the dispatch "0" is at {place}-{place}, which is outside of'
                    f" '{name}'; columns count bytes from {first}\n"
                )
                assert result.returncode == 1 and message in result.stderr.decode(), result
                assert not result.stdout
                numRefused += 1
    for options, places, message in (
        ([], ["2:5 to 1:1"], "is at 2:5-1:1, which ends before it starts"),
        (["--identity-first-column=2"], ["1:1"], "identity-first-column must be 0 or 1"),
    ):
        result = export("plain.py", places, *options)
        assert result.returncode == 1 and message in result.stderr.decode(), result
        assert not result.stdout
        numRefused += 1
    # A name is not what stands in front of a NUL, and has a form that is valid.
    (FOLDER / "space.py ").write_bytes(b"x")
    for name, message in (
        ("plain.py\\00zzz", "evidence file 'plain.py\\x00zzz' has a NUL character in its name"),
        ("space.py ", "evidence file 'space.py ' is at 'space.py ' beneath the root, which has"),
    ):
        result = export(name, ["1:1"])
        assert result.returncode == 1 and message in result.stderr.decode(), result
        numRefused += 1
    print(f"{numSpans} spans are the bytes that they should be, {numRefused} are refused")


main()
