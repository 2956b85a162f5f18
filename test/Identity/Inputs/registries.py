#!/usr/bin/env python3
"""Random observations: the tool writes the registry that the reference gives,
byte for byte, and validates it. Usage: registries.py TOOL FOLDER [COUNT [SEED]]
"""

import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys

import reference

TOOL = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2])
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 40
RANDOM = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)

# Some sort differently as UTF-16 or without regard to case.
NAMES = ["a", "B", "aa", "é", "\uffee", "\U0001f600", 'q"', "b\\", "n\nl", "\x7f", "z z", "0"]


def make_name(prefix, count):
    return f"{RANDOM.choice(NAMES)}{prefix}{RANDOM.randrange(count)}"


def make_identity():
    """Few enough that some are the same, also where they are spelled in another
    way; 1 and 1.0 are not."""
    value = RANDOM.choice(
        [1, 1.0, -0.0, 2**70, "x", None, True, [], {}, [{"k": 1}], RANDOM.randrange(300)]
    )
    members = [("file", RANDOM.choice(NAMES)), ("at", value), ("é", {"n": 1e16})]
    RANDOM.shuffle(members)
    return dict(members[: RANDOM.randrange(1, 4)])


def make_operator(rows, index, evidence):
    """The observations of one operator, complete or not."""
    operator, statement = make_name("op", 10**6), make_name("st", 10**6)
    flaw = RANDOM.randrange(12)
    on = [f"al{i}" for i in range(RANDOM.choice([3, 3, 4, 7]))]
    off = list(on)
    if flaw == 0:
        off = off[:2]
    elif flaw == 1:
        off[0] = "another"
    elif flaw == 2:
        on = []
    elif flaw == 3:
        off = on = []

    def add(domain, method, alignment, identity, statement_id=statement, operator_id=operator):
        rows.append({
            "domain": domain,
            "identity": identity,
            "operator_id": operator_id,
            "statement_id": statement_id,
            "alignment_id": alignment,
            "binding_method": method,
            "evidence_path": RANDOM.choice(evidence),
            "evidence_locator": make_name("loc", 5),
        })

    unique = lambda: {"n": index, **make_identity()}
    if flaw != 4:
        method = RANDOM.choice(["exact_source_span", "graph_debug_handle"])
        add("source", method, None, unique())
    if flaw == 5:  # two statements of one operator
        add("source", "exact_source_span", None, unique(), make_name("st", 10**6))
    if flaw == 6:  # two operators of one statement are no blocker
        shared = unique()
        add("source", "exact_source_span", None, shared)
        add("source", "exact_source_span", None, shared, statement, make_name("op", 10**6))
    if flaw == 7:  # may be the raw identity of others
        add("source", "graph_debug_handle", None, make_identity())
    for domain, alignments in (("sk_off", off), ("sk_on", on)):
        exact = "projected_trace_exact" if domain == "sk_off" else "sk_meta_origin_exact"
        for alignment in alignments:
            method = RANDOM.choice(["compiler_origin_uid", exact])
            identity = make_identity() if flaw == 8 else unique()
            add(domain, method, alignment, identity)
            if RANDOM.random() < 0.1:  # once more, the same or nearly
                rows.append(
                    {
                        **rows[-1],
                        "evidence_locator": RANDOM.choice(["a", rows[-1]["evidence_locator"]]),
                    }
                )


def make_set(root, operators):
    (root / "deep" / "er").mkdir(parents=True)
    (root / "log").write_bytes(RANDOM.randbytes(RANDOM.randrange(5000)))
    (root / "empty").write_bytes(b"")
    (root / "deep" / "er" / "é.bin").write_bytes(RANDOM.randbytes(3_000_000))
    (root / "link").symlink_to("deep/er")
    listed = ["link/é.bin", "./log", "empty"]
    spellings = ["link/é.bin", "deep//er/é.bin", "log", "./log", "deep/./er/é.bin"]
    rows = []
    for index in range(operators):
        make_operator(rows, index, spellings)
    RANDOM.shuffle(rows)
    return reference.seal({
        "schema_version": reference.OBSERVATIONS_SCHEMA,
        "observation_set_id": make_name("set", 9),
        "request_fingerprint": "sha256:request",
        "evidence_files": reference.describe_evidence(root, *listed),
        "observations": rows,
    })


def main():
    codes = collections.Counter()
    sizes = []
    for number in range(COUNT):
        shutil.rmtree(FOLDER, ignore_errors=True)
        root = FOLDER / "root"
        root.mkdir(parents=True)
        document = make_set(root, 1 if number < 5 else RANDOM.randrange(1, 500))
        sizes.append(len(document["observations"]))
        source = root / "deep" / "obs.json"
        style = RANDOM.choice(
            [{}, {"indent": 1}, {"ensure_ascii": False}, {"separators": (",", ":")}]
        )
        source.write_text(json.dumps(document, **style))
        expected = reference.dump(reference.build(source, root))
        out = FOLDER / "made" / "anew" / "registry.json"
        command = [
            TOOL, "build", f"--observations={source}", f"--artifact-root={root}", f"--out={out}"
        ]
        built = subprocess.run(command, capture_output=True, text=True)
        if built.returncode or out.read_bytes() != expected:
            (FOLDER / "expected.json").write_bytes(expected)
            sys.exit(f"set {number}: not as the reference, see {FOLDER}: {built.stderr}")
        registry = json.loads(expected)
        summary = {
            "blocker_count": len(registry["blockers"]),
            "complete": registry["complete"],
            "entry_count": len(registry["entries"]),
            "registry_fingerprint": registry["registry_fingerprint"],
        }
        assert json.loads(built.stdout) == summary, built.stdout

        # Any spelling of the same registry is valid.
        out.write_text(json.dumps(registry))
        command = [TOOL, "validate", f"--registry={out}", f"--artifact-root={root}"]
        valid = subprocess.run(command, capture_output=True, text=True)
        assert json.loads(valid.stdout) == {**summary, "valid": True}, valid
        found = sorted({blocker["code"] for blocker in registry["blockers"]})
        strict = subprocess.run([*command, "--require-complete"], capture_output=True, text=True)
        if found:
            message = f"pld-identity: error: registry '{out}' is not complete: {', '.join(found)}\n"
            assert (strict.returncode, strict.stdout) == (2, ""), strict
            assert strict.stderr == message or len(str(out)) > 190, strict.stderr
        else:
            assert strict.returncode == 0, strict
        codes.update(found)
    assert len(codes) == 5, codes
    print(f"{COUNT} registries of up to {max(sizes)} observations, byte for byte")


main()
