#!/usr/bin/env python3
"""Everything that is rejected, and the one line that says so; the reference
rejects it, too. Each blocker. Usage: errors.py TOOL FOLDER
"""

import copy
import json
import os
import pathlib
import resource
import shutil
import socket
import stat
import subprocess
import sys

import example
import reference

TOOL = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2]).resolve()
ROOT = FOLDER / "root"
FILE = ROOT / "obs.json"
OUT = ROOT / "out.json"
# What Python's str.strip takes for white space.
SPACES = [chr(code) for code in range(0x110000) if not chr(code).strip()]

numChecks = 0


def run(*arguments):
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, timeout=120)


def check_error(message, *arguments):
    global numChecks
    numChecks += 1
    before = sorted(ROOT.rglob("*"))
    result = run(*arguments)
    if (result.returncode, result.stdout, result.stderr) != (
        2, "", f"pld-identity: error: {message}\n"
    ):
        sys.exit(f"{arguments}\nexpected {message!r}\n     got {result}")
    assert sorted(ROOT.rglob("*")) == before, "something was written"


def build_error(message, *options, file=FILE):
    check_error(message, "build", "--observations", file, "--out", OUT, *options)


def reject(message, document, seal=True):
    """Neither tool nor reference takes the document."""
    FILE.write_text(json.dumps(reference.seal(document) if seal else document))
    build_error(message)
    try:
        reference.build(FILE)
    except reference.Invalid:
        return
    sys.exit(f"the reference accepts what should give {message!r}")


def make_socket(path):
    # The whole path may be too long for a socket.
    before = os.getcwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(before)


def in_file(message):
    return f"observations file 'obs.json': {message}"


def test_json(good):
    # Where any value may be.
    prefix = '{"observations": [{"identity": {"x": '

    def invalid(byte, message, text):
        FILE.write_bytes(text)
        build_error(in_file(f"invalid JSON at byte {byte}: {message}"))

    for text, byte, message in (
        ('{"a": 01}', 6, "malformed number"),
        ('{"a": 1e999}', 6, "a number is too large for a double"),
        ('{"a": NaN}', 6, "NaN and infinities are not allowed"),
        ('{"a": Infinity}', 6, "NaN and infinities are not allowed"),
        ('{"a": -Infinity}', 6, "NaN and infinities are not allowed"),
        ('{"a": Nope}', 6, "expected a value"),
        ('{"a": Inf}', 6, "expected a value"),
        ('{"a": -Inf}', 7, "expected a value"),
        (
            '{"a": 1, "b": 2, "a": 3}',
            24,
            "the object that ends here has two members 'a'",
        ),
        ('{"a": "\\ud800"}', 7, "a lone surrogate"),
        ('{"a": "\\x"}', 7, "an escape that does not exist"),
        ('{"a": "\\u12"}', 11, "expected four hexadecimal digits"),
        ('{"a": "\n"}', 7, "a control character in a string"),
        ('{"a": "', 6, "a string does not end"),
        ('{"a" 1}', 5, "expected ':'"),
        ('{"a": 1 2}', 8, "expected ',' or '}'"),
        ('[1 2]', 3, "expected ',' or ']'"),
        ('{1: 2}', 1, "expected a string that names a member"),
        ('{"a": nil}', 6, "expected a value"),
        ("[" * 513, 508, "nested deeper than 512"),
        ('{"a":' * 100_000, 5 * 508, "nested deeper than 512"),
        ("[", 1, "the document ends too early"),
    ):
        invalid(len(prefix) + byte, message, (prefix + text).encode())
    invalid(len(prefix) + 6, "a string is not valid UTF-8", prefix.encode() + b'{"a": "\xff"}')
    for text, what in (
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"\x1f\x8b\x08", "it is gzip data, not JSON"),
        (b"ML\xefR\x0d", "it is MLIR bytecode, not JSON"),
        (b"module {\n}\n", "it is MLIR text, not JSON"),
        (b"#loc = loc(unknown)\nmodule {}", "it is MLIR text, not JSON"),
        (b"\x82\xa1a\x01", "it is MessagePack data, not JSON"),
        (b"\xff\xfe{\x00", "it is UTF-16 text, not JSON"),
    ):
        FILE.write_bytes(text)
        build_error(in_file(what))
        check_error(f"registry '{FILE}': {what}", "validate", "--registry", FILE)
    whole = json.dumps(good).encode()
    invalid(len(whole) + 1, "there is something after the document", whole + b" {}")
    invalid(0, "a byte-order mark is not allowed", b"\xef\xbb\xbf" + whole)
    for start in (b"\xef", b"\xef\xbb", b"\xef\xbbx", b"\xef\xbf\xbd"):
        invalid(0, "expected a value", start + whole)


def test_shape(good):
    """What is no file of observations is given up where that shows."""
    for text, message in (
        ("[[],[]", "expected an object"),
        ("[" * 513, "expected an object"),
        ("0", "expected an object"),
        ("{}", "there is no field 'evidence_files'"),
        ('{"a": 0', "unknown field 'a'"),
        ('{"observations": {', "observations: expected a list"),
        ('{"observations": [0,0', "observations[0]: expected an object"),
        ('{"observations": [[],[]', "observations[0]: expected an object"),
        ('{"observations": [{},{}', "observations[0]: there is no field 'alignment_id'"),
        ('{"observations": [{"x": 0', "observations[0]: unknown field 'x'"),
        (
            '{"observations": [{"domain": [',
            "observations[0].domain: expected no list and no object",
        ),
        ('{"observations": [{"identity": [', "observations[0].identity: expected an object"),
        ('{"evidence_files": [0,0', "evidence_files[0]: expected an object"),
        ('{"evidence_files": [{"path": {', "evidence_files[0].path: expected no list and no object"),
        ('{"schema_version": [', "schema_version: expected no list and no object"),
    ):
        FILE.write_text(text)
        build_error(in_file(message))
    row = json.dumps(good["observations"][0])
    FILE.write_text(f'{{"observations": [{row}, {row}, 0')
    build_error(in_file("observations[2]: expected an object"))

    path = ROOT / "shape.json"
    for text, message in (
        ("[[],[]", "expected an object"),
        ('{"entries": [0', "entries[0]: expected an object"),
        ('{"entries": [{}', "entries[0]: there is no field 'aligned_occurrence_ids'"),
        (
            '{"entries": [{"aligned_occurrence_ids": [0',
            "entries[0].aligned_occurrence_ids[0]: expected a string",
        ),
        ('{"entries": [{"domains": {"sk_on": [[', "entries[0].domains.sk_on[0]: expected an object"),
        ('{"forward_index": [[', "forward_index[0]: expected an object"),
        (
            '{"forward_index": [{"assignments": ["',
            "forward_index[0].assignments[0]: expected an object",
        ),
        ('{"blockers": [0', "blockers[0]: expected an object"),
        ('{"blockers": [{"context": 0', "blockers[0].context: expected an object"),
        ('{"evidence_files": [0', "evidence_files[0]: expected an object"),
        ('{"observations": {"path": [', "observations.path: expected no list and no object"),
    ):
        path.write_text(text)
        check_error(f"registry '{path}': {message}", "validate", "--registry", path)
    path.unlink()


def test_schema(good):
    for field in sorted(set(good) - {"observations_fingerprint"}):
        reject(in_file(f"there is no field '{field}'"), reference.without(good, field))
    reject(
        in_file("there is no field 'observations_fingerprint'"),
        reference.without(good, "observations_fingerprint"),
        seal=False,
    )
    reject(in_file("unknown field 'a\\x0ab'"), {**good, "a\nb": 1})
    reject(in_file("unknown field 'zz'"), {**good, "zz": 1})
    reject(in_file(f"unknown field '{'x' * 200}...'"), {**good, "x" * 300: 1})
    for value in ("", None, reference.REGISTRY_SCHEMA):
        reject(
            in_file(f"schema_version: expected '{reference.OBSERVATIONS_SCHEMA}'"),
            {**good, "schema_version": value},
        )
    for field in ("observation_set_id", "request_fingerprint"):
        reject(in_file(f"{field}: must not be empty"), {**good, field: ""})
        reject(in_file(f"{field}: expected a string"), {**good, field: 1})
        reject(in_file(f"{field}: has white space around it"), {**good, field: "a\u3000"})
    for field in ("evidence_files", "observations"):
        reject(in_file(f"{field}: must not be empty"), {**good, field: []})
        reject(in_file(f"{field}: expected a list"), {**good, field: {}})
        reject(in_file(f"{field}[0]: expected an object"), {**good, field: [1]})
    wrong = {**good, "observations_fingerprint": "sha256:" + "0" * 64}
    own = good["observations_fingerprint"]
    reject(
        in_file(f"observations_fingerprint: the document has the fingerprint {own}"),
        wrong,
        seal=False,
    )
    for value in (own.upper(), own[:-1], own[7:], None):
        message = "observations_fingerprint: expected 'sha256:' and 64 hexadecimal digits"
        reject(in_file(message), {**good, "observations_fingerprint": value}, seal=False)


def with_row(good, index, **fields):
    document = copy.deepcopy(good)
    document["observations"][index].update(fields)
    return document


def test_observations(good):
    place = "observations[1]"
    for field in sorted(reference.OBSERVATION_FIELDS):
        document = copy.deepcopy(good)
        del document["observations"][1][field]
        reject(in_file(f"{place}: there is no field '{field}'"), document)
    reject(in_file(f"{place}: unknown field 'ordinal'"), with_row(good, 1, ordinal=1))
    for field in sorted(reference.OBSERVATION_FIELDS - {"identity"}):
        reject(in_file(f"{place}.{field}: expected a string"), with_row(good, 1, **{field: 1}))
        reject(in_file(f"{place}.{field}: must not be empty"), with_row(good, 1, **{field: ""}))
        reject(
            in_file(f"{place}.{field}: has white space around it"),
            with_row(good, 1, **{field: " a"}),
        )
    for space in SPACES:
        for text in (f"a{space}", f"{space}é"):
            FILE.write_text(json.dumps(reference.seal(with_row(good, 1, operator_id=text))))
            build_error(in_file(f"{place}.operator_id: has white space around it"))
    reject(
        in_file(f"{place}.domain: 'sk' is no domain; there are 'source', 'sk_off', 'sk_on'"),
        with_row(good, 1, domain="sk"),
    )
    for index, domain in enumerate(("source", "sk_off", "sk_on")):
        methods = set().union(*reference.METHODS.values()) | {"name"}
        for method in sorted(methods - reference.METHODS[domain]):
            message = f"'{method}' is no method of the domain '{domain}'"
            message = f"observations[{index}].binding_method: {message}"
            reject(in_file(message), with_row(good, index, binding_method=method))
    reject(
        in_file("observations[0].alignment_id: must be null in the domain 'source'"),
        with_row(good, 0, alignment_id="a"),
    )
    reject(
        in_file("observations[2].alignment_id: expected a string"),
        with_row(good, 2, alignment_id=None),
    )
    for identity, message in (
        ({}, "must not be empty"),
        ([1], "expected an object"),
        (None, "expected an object"),
        ({"": 1}, "a key must not be empty"),
        ({"a\u2003": 1}, "the key 'a\u2003' has white space around it"),
        ({"a": [{"b": {" c": 1}}]}, "the key ' c' has white space around it"),
    ):
        reject(in_file(f"{place}.identity: {message}"), with_row(good, 1, identity=identity))


def test_evidence(good):
    def change(index=0, **fields):
        document = copy.deepcopy(good)
        document["evidence_files"][index].update(fields)
        if index == 0 and "path" in fields:
            document["observations"][0]["evidence_path"] = fields["path"]
        return document

    place = "evidence_files[0]"
    reject(in_file(f"{place}: unknown field 'x'"), change(x=1))
    for value in (-1, 1.0, True, "1", 2**64):
        reject(in_file(f"{place}.size_bytes: expected a number of bytes"), change(size_bytes=value))
    reject(
        in_file(f"{place}.file_fingerprint: expected 'sha256:' and 64 hexadecimal digits"),
        change(file_fingerprint="x"),
    )
    reject("evidence file changed: 'model.py' has 33 bytes instead of 34", change(size_bytes=34))
    other = "sha256:" + "0" * 64
    actual = good["evidence_files"][0]["file_fingerprint"]
    message = f"evidence file changed: 'model.py' has the fingerprint {actual} instead of {other}"
    reject(message, change(file_fingerprint=other))
    reject(
        in_file("evidence_files[1].path: the file 'model.py' is listed twice"),
        change(1, path="./model.py"),
    )
    (ROOT / "same").symlink_to("model.py")
    reject(
        in_file("evidence_files[1].path: the file 'model.py' is listed twice"),
        change(1, path="same"),
    )

    # Both lists name files in the same way.
    secret = FOLDER / "secret"
    secret.write_text("secret")
    (ROOT / "folder").mkdir()
    os.mkfifo(ROOT / "fifo")
    (ROOT / "out").symlink_to(secret)
    (ROOT / "up").symlink_to("..")
    (ROOT / "gone").symlink_to("nowhere")
    (ROOT / "circle").symlink_to("circle")
    (ROOT / "null").symlink_to("/dev/null")
    (ROOT / "huge").write_bytes(b"")
    os.truncate(ROOT / "huge", 5 << 30)
    for path, message in (
        ("/etc/passwd", "'/etc/passwd' is not relative"),
        ("../secret", "'../secret' has '..' in it"),
        ("folder/../model.py", "'folder/../model.py' has '..' in it"),
        ("a\0b", "'a\\x00b' has a control character in it"),
        ("a\nb", "'a\\x0ab' has a control character in it"),
    ):
        reject(in_file(f"{place}.path: {message}"), change(path=path))
        reject(
            in_file(f"observations[1].evidence_path: {message}"),
            with_row(good, 1, evidence_path=path),
        )
    for path, message in (
        ("none", "evidence file 'none' does not exist"),
        ("gone", "evidence file 'gone' does not exist"),
        ("out", "evidence file 'out' is outside of the root"),
        ("up/secret", "evidence file 'up/secret' is outside of the root"),
        ("null", "evidence file 'null' is outside of the root"),
        ("circle", "cannot open evidence file 'circle': Too many levels of symbolic links"),
        (".", "evidence file '.' is a folder, not a regular file"),
        ("model.py/x", "cannot open evidence file 'model.py/x': Not a directory"),
        ("x" * 300, f"cannot open evidence file '{'x' * 200}...': File name too long"),
    ):
        reject(message, change(path=path))
        if path != "x" * 300:
            reject(message, with_row(good, 1, evidence_path=path))
    special = {"fifo": "a pipe", "folder": "a folder", "socket": "a socket"}
    make_socket(ROOT / "socket")
    try:
        os.mknod(ROOT / "device", stat.S_IFCHR | 0o600, os.makedev(1, 5))  # endless zeros
        special["device"] = "a device"
    except PermissionError:
        print("no device was tested: it takes root to make one", file=sys.stderr)
    for path, kind in special.items():
        reject(f"evidence file '{path}' is {kind}, not a regular file", change(path=path))
        check_error(
            f"registry '{ROOT / path}' is {kind}, not a regular file",
            "validate",
            "--registry",
            ROOT / path,
        )
    for name, fault in (
        ("space ", "has white space around it"),
        ("\u3000space", "has white space around it"),
        ("line\n", "has white space around it"),
        ("b\x07ell", "has a control character in it"),
    ):
        shown = "".join(c if c >= " " else f"\\x{ord(c):02x}" for c in name)
        (ROOT / name).write_text(json.dumps(good))
        (ROOT / "alias").symlink_to(name)
        where = f"is at '{shown}' beneath the root, which {fault}"
        reject(f"evidence file 'alias' {where}", change(path="alias"))
        # Names that validate refuses are not built, either.
        build_error(f"observations file '{ROOT}/{shown}' {where}", file=f"{ROOT}/{name}")
        build_error(f"observations file '{ROOT}/alias' {where}", file=ROOT / "alias")
        (ROOT / "alias").unlink()
        (ROOT / name).unlink()
    reject("evidence file changed: 'huge' has 5368709120 bytes instead of 33", change(path="huge"))
    reject(
        in_file("observations[1].evidence_path: 'huge' is not one of the evidence files"),
        with_row(good, 1, evidence_path="huge"),
    )


def test_files(good):
    text = json.dumps(good)
    FILE.write_text(text)
    outside = FOLDER / "obs.json"
    outside.write_text(text)
    root = f"--artifact-root={ROOT}"
    build_error(f"observations file '{outside}' is outside of the root", root, file=outside)
    (ROOT / "link.json").symlink_to(outside)
    link = ROOT / "link.json"
    build_error(f"observations file '{link}' is outside of the root", file=link)
    build_error(f"observations file '{ROOT}/none' does not exist", file=ROOT / "none")
    build_error("observations file 'fifo' is a pipe, not a regular file", file=ROOT / "fifo")
    build_error("observations file 'folder' is a folder, not a regular file", file=ROOT / "folder")
    build_error("observations file 'huge': it is binary data, not JSON", file=ROOT / "huge")
    build_error("the root 'none' does not exist", "--artifact-root=none")
    build_error(f"the root '{FILE}' is not a folder", f"--artifact-root={FILE}")

    # An output is new.
    for name in ("model.py", "folder", "gone", "out", "fifo"):
        out = ROOT / name
        message = f"the output '{out}' exists; nothing is ever replaced"
        check_error(message, "build", "--observations", FILE, "--out", out)
    for out, message in (
        (f"{ROOT}/folder/", f"the output '{ROOT}/folder/' exists; nothing is ever replaced"),
        (f"{ROOT}/new/", f"the output '{ROOT}/new/' is not the name of a file"),
        (f"{FILE}/x", f"cannot write '{FILE}/x': Not a directory"),
        ("/proc/x", "cannot write '/proc/x': No such file or directory"),
    ):
        check_error(message, "build", "--observations", FILE, "--out", out)


def test_room(good):
    """No room for the output, or none for what is printed."""
    global numChecks
    FILE.write_text(json.dumps(good))
    before = sorted(ROOT.rglob("*"))

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))

    command = [TOOL, "build", "--observations", FILE, "--out", OUT]
    canonical = [TOOL, "canonical", FILE]
    printed = "to the standard output: "
    for words, message, options in (
        (command, f"'{OUT}': File too large", {"preexec_fn": limit}),
        (canonical, printed + "Bad file descriptor", {"preexec_fn": lambda: os.close(1)}),
        (canonical, printed + "No space left on device", {"stdout": open("/dev/full", "wb")}),
    ):
        result = subprocess.run(words, stderr=subprocess.PIPE, text=True, timeout=120, **options)
        assert result.returncode == 2, result
        assert result.stderr == f"pld-identity: error: cannot write {message}\n", result
        assert sorted(ROOT.rglob("*")) == before
        numChecks += 1


def test_messages():
    """One line, whatever is in it."""
    check_error("cannot read 'no\\x0afile': No such file or directory", "canonical", "no\nfile")
    check_error("registry 'a\\u0085\\u009b' does not exist", "validate", "--registry", "a\x85\x9b")


def test_validate(good):
    FILE.write_text(json.dumps(good))
    registry = ROOT / "registry.json"
    assert run("build", "--observations", FILE, "--out", registry).returncode == 0
    document = json.loads(registry.read_text())
    name = f"registry '{registry}'"

    def invalid(message, changed=None, seal=True):
        if changed is not None:
            if seal:
                own = reference.fingerprint(reference.without(changed, "registry_fingerprint"))
                changed = {**changed, "registry_fingerprint": own}
            registry.write_text(json.dumps(changed))
        check_error(message, "validate", "--registry", registry)

    for field in sorted(set(document) - {"registry_fingerprint"}):
        invalid(f"{name}: there is no field '{field}'", reference.without(document, field))
    invalid(
        f"{name}: there is no field 'registry_fingerprint'",
        reference.without(document, "registry_fingerprint"),
        seal=False,
    )
    invalid(f"{name}: unknown field 'x'", {**document, "x": 1})
    invalid(
        f"{name}: schema_version: expected '{reference.REGISTRY_SCHEMA}'",
        {**document, "schema_version": "v2"},
    )
    for field in ("blockers", "entries", "evidence_files", "forward_index"):
        invalid(f"{name}: {field}: expected a list", {**document, field: {}})
    invalid(f"{name}: complete: expected true or false", {**document, "complete": 1})
    invalid(
        f"{name}: observation_set_id: must not be empty", {**document, "observation_set_id": ""}
    )
    invalid(f"{name}: observations: expected an object", {**document, "observations": []})
    changed = {**document, "observations": {**document["observations"], "path": "../x"}}
    invalid(f"{name}: observations.path: '../x' has '..' in it", changed)
    own = document["registry_fingerprint"]
    changed = {**document, "registry_fingerprint": "sha256:" + "0" * 64}
    invalid(
        f"{name}: registry_fingerprint: the document has the fingerprint {own}", changed, seal=False
    )
    changed = {**document, "observations": {**document["observations"], "path": "none"}}
    invalid("observations file 'none' does not exist", changed)
    for changed in (
        {**document, "complete": False},
        {**document, "entries": []},
        {**document, "observation_set_id": "x"},
        {**document, "blockers": [{"code": "identity_domain_missing", "context": {}}]},
        {**document, "observations": {**document["observations"], "path": "./obs.json"}},
    ):
        invalid(
            f"{name} is not what its observations give: built again it has the fingerprint {own}",
            changed,
        )
    registry.write_text('{"blockers": [')
    invalid(f"{name}: invalid JSON at byte 14: the document ends too early")
    check_error(f"registry '{ROOT}/none' does not exist", "validate", "--registry", ROOT / "none")
    check_error(
        f"registry '{ROOT}/fifo' is a pipe, not a regular file", "validate", "--registry", ROOT / "fifo"
    )

    # What changed after the registry was built.
    registry.write_text(json.dumps(document))
    assert run("validate", "--registry", registry).returncode == 0
    FILE.write_text(json.dumps(good, indent=3))
    old = document["observations"]["file_fingerprint"]
    new = reference.hash_file(FILE)
    invalid(f"observations file 'obs.json' changed: it has the fingerprint {new} instead of {old}")
    FILE.write_text(json.dumps(good))
    (ROOT / "off.json").write_text("other")
    size = good["evidence_files"][1]["size_bytes"]
    invalid(f"evidence file changed: 'off.json' has 5 bytes instead of {size}")
    example.write_evidence(ROOT)
    assert run("validate", "--registry", registry).returncode == 0


def test_blockers(good):
    who = {"operator_id": "norm.0", "statement_id": "model.py:25-32"}
    rows = good["observations"]
    identity = reference.fingerprint(rows[1]["identity"])
    for changed, expected in (
        (rows[1:], [("identity_domain_missing", {**who, "missing_domains": ["source"]})]),
        (
            rows[:1],
            [
                ("aligned_occurrences_insufficient", {**who, "sk_off_count": 0, "sk_on_count": 0}),
                ("identity_domain_missing", {**who, "missing_domains": ["sk_off", "sk_on"]}),
            ],
        ),
        (
            rows[:-1],
            [("aligned_occurrences_insufficient", {**who, "sk_off_count": 3, "sk_on_count": 2})],
        ),
        (
            [*rows[:-1], {**rows[-1], "alignment_id": "other"}],
            [
                (
                    "occurrence_alignment_mismatch",
                    {
                        **who,
                        "sk_off_alignment_ids": ["step-0", "step-1", "step-2"],
                        "sk_on_alignment_ids": ["other", "step-0", "step-1"],
                    },
                )
            ],
        ),
        (
            [
                *rows,
                *({**row, "operator_id": "b", "identity": {"b": i}} for i, row in enumerate(rows)),
                {**rows[1], "operator_id": "b"},
            ],
            [
                (
                    "ambiguous_raw_identity",
                    {
                        "domain": "sk_off",
                        "identity_fingerprint": identity,
                        "alignment_id": "step-0",
                        "assignments": [["b", who["statement_id"]], list(who.values())],
                    },
                )
            ],
        ),
        (
            [
                *rows,
                *({**row, "statement_id": "b", "identity": {"b": i}} for i, row in enumerate(rows)),
            ],
            [
                (
                    "operator_maps_to_multiple_statements",
                    {"operator_id": "norm.0", "statement_ids": ["b", who["statement_id"]]},
                )
            ],
        ),
        # Two operators of one statement of the source are none.
        (
            [
                *rows,
                *(
                    {**row, "operator_id": "b", **({"identity": {"b": i}} if i else {})}
                    for i, row in enumerate(rows)
                ),
            ],
            [],
        ),
    ):
        document = reference.seal({**good, "observations": changed})
        FILE.write_text(json.dumps(document))
        OUT.unlink(missing_ok=True)
        result = run("build", "--observations", FILE, "--out", OUT)
        assert result.returncode == 0, result
        found = [
            (blocker["code"], blocker["context"]) for blocker in json.loads(
                OUT.read_text()
            )["blockers"]
        ]
        assert found == expected, found
        if expected:
            codes = ", ".join(code for code, _ in expected)
            check_error(
                f"registry '{OUT}' is not complete: {codes}",
                "validate",
                "--registry",
                OUT,
                "--require-complete",
            )
    OUT.unlink()


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    good = example.make_document(ROOT)
    test_json(good)
    test_shape(good)
    test_schema(good)
    test_observations(good)
    test_evidence(good)
    test_files(good)
    test_room(good)
    test_validate(good)
    test_messages()
    test_blockers(good)
    print(f"{numChecks} errors, one line each")


main()
