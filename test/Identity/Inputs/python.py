#!/usr/bin/env python3
"""The module pld.identity does what tool and reference do. Usage: python.py
TOOL FOLDER
"""

import contextlib
import json
import os
import pathlib
import shutil
import sys

import example
import reference

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "python"))
from pld import identity

TOOL = pathlib.Path(sys.argv[1])
FOLDER = pathlib.Path(sys.argv[2]).resolve()
ROOT = FOLDER / "root"
numErrors = 0


def check_error(message, function, *arguments, **options):
    global numErrors
    try:
        result = function(*arguments, **options)
    except identity.IdentityError as error:
        assert message in str(error) and "\n" not in str(error), error
        assert not str(error).startswith("pld-identity: error"), error
        numErrors += 1
        return
    sys.exit(f"{arguments} {options} gives {result}, expected an error: {message}")


@contextlib.contextmanager
def any_digits():
    """Without Python's limit of the digits that it writes, which the module must not need."""
    if not hasattr(sys, "set_int_max_str_digits"):
        yield
        return
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


def test_tool():
    """By argument, else by PLD_IDENTITY, else on PATH."""
    expected = reference.fingerprint([1])
    assert identity.fingerprint([1], tool=TOOL) == expected
    path = os.environ["PATH"]
    os.environ["PATH"] = str(FOLDER)
    check_error("there is no pld-identity", identity.fingerprint, [1])
    os.environ["PATH"] = str(TOOL.parent)
    assert identity.fingerprint([1]) == expected
    os.environ["PLD_IDENTITY"] = str(FOLDER / "none")
    check_error("cannot run pld-identity", identity.fingerprint, [1])
    assert identity.fingerprint([1], tool=TOOL) == expected
    os.environ["PLD_IDENTITY"] = str(TOOL)
    os.environ["PATH"] = path
    assert identity.fingerprint([1]) == expected


def test_values():
    values = [
        None, True, 0, 10**639, 1 - 10**640, {"a": [10**4399, (-(7**9999),)]}, -0.0, 1e16, 2**200, 1e-5, 0.1, "", "a\nb\x7f\x1f", "\u2028é\U0001f600",
        ["0x1f", 2**20000, "\\", hex(2**20000)], [], {}, {"b": [1, {"é": (2,)}], "a": None, "\uffee": 1, "\U0001f600": 2},
    ]  # fmt: skip
    for value in values:
        found = identity.canonical(value), identity.fingerprint(value)
        with any_digits():
            assert found == (reference.canonical(value), reference.fingerprint(value)), value
    deep = []
    for _ in range(600):
        deep = [deep]
    circle = []
    circle.append(circle)
    for value, message in (
        ([2**9000, float("nan")], "not JSON compliant"),
        ([2**9000, circle], "recursion"),
        (float("nan"), "not JSON compliant"),
        ([float("-inf")], "not JSON compliant"),
        ("\ud800", "a lone surrogate"),
        ({1: 2}, "a key is no string: 1"),
        ([{"a": {None: 2}}], "a key is no string: None"),
        ({1, 2}, "not JSON serializable"),
        (b"x", "not JSON serializable"),
        (deep, "nested deeper than 512"),
        (circle, "Circular reference"),
    ):
        for function in (identity.canonical, identity.fingerprint):
            check_error(message, function, value)
    return len(values)


def test_registry():
    good = example.make_document(ROOT)
    observations, out = ROOT / "obs.json", FOLDER / "new" / "registry.json"
    observations.write_text(json.dumps(good))
    built = identity.build(str(observations), out)
    own = json.loads(out.read_text())["registry_fingerprint"]
    assert built == {
        "complete": True, "entry_count": 1, "blocker_count": 0, "registry_fingerprint": own
    }  # fmt: skip
    assert out.read_bytes() == reference.dump(reference.build(observations))
    check_error(f"the output '{out}' exists; nothing is ever replaced", identity.build,
                observations, out)  # fmt: skip
    valid = identity.validate(out, artifact_root=ROOT, require_complete=True)
    assert valid == {**built, "valid": True}
    # The root is the folder of the registry if none is given.
    check_error("observations file 'obs.json' does not exist", identity.validate, out)
    check_error("/no\\x0ane' does not exist", identity.build, ROOT / "no\nne", FOLDER / "x")
    check_error("is outside of the root", identity.build, observations, FOLDER / "x",
                artifact_root=FOLDER / "new")  # fmt: skip
    check_error("null byte", identity.build, observations, "a\0b")

    # Paths of each kind that Python has.
    for number, kind in enumerate((str, os.fsencode, pathlib.Path)):
        copy = FOLDER / f"copy {number} é"
        built_again = identity.build(
            kind(str(observations)), kind(str(copy)), kind(str(ROOT)), tool=kind(str(TOOL))
        )
        assert built_again == built and copy.read_bytes() == out.read_bytes()
        assert identity.validate(kind(str(copy)), kind(str(ROOT))) == {**built, "valid": True}
    assert not [name for name in os.listdir() if name.startswith("b'")]

    partial = reference.seal({**good, "observations": good["observations"][:1]})
    partial["observations_fingerprint"] = identity.fingerprint(
        reference.without(partial, "observations_fingerprint")
    )
    observations.write_text(json.dumps(partial))
    check_error("changed: it has the fingerprint", identity.validate, out, ROOT)
    out.unlink()
    assert identity.build(observations, out)["complete"] is False
    assert identity.validate(out, ROOT)["blocker_count"] == 2
    codes = "is not complete: aligned_occurrences_insufficient, identity_domain_missing"
    check_error(codes, identity.validate, out, ROOT, require_complete=True)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    os.environ.pop("PLD_IDENTITY", None)
    test_tool()
    numValues = test_values()
    test_registry()
    print(f"{numValues} values and {numErrors} errors are those of the tool")


main()
