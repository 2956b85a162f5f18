"""The registry of operator identities in plain Python, for comparison.

Written from the specification with Python's own json and hashlib, and with no
thought of speed. `Invalid` is raised for what must be rejected.
"""

import hashlib
import itertools
import json
import pathlib
import sys

OBSERVATIONS_SCHEMA = "superkernel-multistream-identity-observations-v1"
REGISTRY_SCHEMA = "superkernel-multistream-identity-registry-v1"
MAX_DEPTH = 512
METHODS = {
    "source": {"exact_source_span", "graph_debug_handle"},
    "sk_off": {"compiler_origin_uid", "projected_trace_exact"},
    "sk_on": {"compiler_origin_uid", "sk_meta_origin_exact"},
}
DOCUMENT_FIELDS = {
    "schema_version",
    "observation_set_id",
    "request_fingerprint",
    "evidence_files",
    "observations",
    "observations_fingerprint",
}
OBSERVATION_FIELDS = {
    "domain",
    "identity",
    "operator_id",
    "statement_id",
    "alignment_id",
    "binding_method",
    "evidence_path",
    "evidence_locator",
}
sys.set_int_max_str_digits(0)
sys.setrecursionlimit(20000)


class Invalid(Exception):
    pass


def require(condition, message="invalid"):
    if not condition:
        raise Invalid(message)


def reject_constant(name):
    raise Invalid(name)


def make_object(pairs):
    members = dict(pairs)
    require(len(members) == len(pairs), "duplicate key")
    return members


def check_depth(value, depth=0):
    if isinstance(value, (dict, list)):
        require(depth < MAX_DEPTH, "nested too deep")
        for child in value.values() if isinstance(value, dict) else value:
            check_depth(child, depth + 1)


def load(data):
    """The value of the bytes of a document."""
    try:
        text = data.decode("utf-8")
        require(not text.startswith("\ufeff"), "byte-order mark")
        value = json.loads(text, parse_constant=reject_constant, object_pairs_hook=make_object)
        check_depth(value)
        canonical(value)
        return value
    except (ValueError, RecursionError) as error:
        raise Invalid(str(error)) from error


def canonical(value):
    text = json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )
    return text.encode("utf-8")


def hash_bytes(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def fingerprint(value):
    return hash_bytes(canonical(value))


def hash_file(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return "sha256:" + digest.hexdigest()


def without(document, key):
    return {name: value for name, value in document.items() if name != key}


def check_string(value):
    require(isinstance(value, str) and value and value == value.strip(), "string")


def check_fields(value, fields):
    require(isinstance(value, dict) and set(value) == fields, "fields")


def check_identity_keys(value):
    if isinstance(value, dict):
        for key, child in value.items():
            check_string(key)
            check_identity_keys(child)
    elif isinstance(value, list):
        for child in value:
            check_identity_keys(child)


def check_path(path):
    check_string(path)
    require(all(ord(c) >= 0x20 and c != "\x7f" for c in path), "control character")


def resolve(root, path):
    """A file beneath the root, relative to it and without links."""
    check_path(path)
    relative = pathlib.PurePosixPath(path)
    require(not relative.is_absolute() and ".." not in relative.parts, "path")
    try:
        found = (root / relative).resolve()
        require(found.is_relative_to(root) and found.is_file(), "path")
    except (OSError, RuntimeError) as error:  # too long a name, links in a circle
        raise Invalid(str(error)) from error
    name = found.relative_to(root).as_posix()
    check_path(name)
    return name


def read_observations(path, root):
    document = load(path.read_bytes())
    check_fields(document, DOCUMENT_FIELDS)
    require(document["schema_version"] == OBSERVATIONS_SCHEMA, "schema")
    check_string(document["observation_set_id"])
    check_string(document["request_fingerprint"])
    for key in ("evidence_files", "observations"):
        require(isinstance(document[key], list) and document[key], key)
    own = fingerprint(without(document, "observations_fingerprint"))
    require(own == document["observations_fingerprint"], "fingerprint")

    evidence = {}
    for entry in document["evidence_files"]:
        check_fields(entry, {"path", "size_bytes", "file_fingerprint"})
        name = resolve(root, entry["path"])
        require(name not in evidence, "listed twice")
        require(type(entry["size_bytes"]) is int, "size")
        require((root / name).stat().st_size == entry["size_bytes"], "evidence file changed")
        require(hash_file(root / name) == entry["file_fingerprint"], "evidence file changed")
        evidence[name] = {**entry, "path": name}

    rows, names = [], {}
    for observation in document["observations"]:
        check_fields(observation, OBSERVATION_FIELDS)
        for key in OBSERVATION_FIELDS - {"identity", "alignment_id"}:
            check_string(observation[key])
        domain = observation["domain"]
        require(observation["binding_method"] in METHODS.get(domain, ()), "method")
        if domain == "source":
            require(observation["alignment_id"] is None, "alignment")
        else:
            check_string(observation["alignment_id"])
        identity = observation["identity"]
        require(isinstance(identity, dict) and identity, "identity")
        check_identity_keys(identity)
        path = observation["evidence_path"]
        if path not in names:
            names[path] = resolve(root, path)
        require(names[path] in evidence, "evidence path")
        rows.append({
            **observation,
            "evidence_path": names[path],
            "identity_fingerprint": fingerprint(identity),
        })
    return document, [evidence[name] for name in sorted(evidence)], rows


def build(path, root=None):
    """The registry of an observations file, as a value."""
    path = pathlib.Path(path).resolve()
    root = pathlib.Path(root or path.parent).resolve()
    document, evidence, rows = read_observations(path, root)
    blockers = []

    def block(code, **context):
        blockers.append({"code": code, "context": context})

    raw = {}
    for row in rows:
        key = (row["domain"], row["identity_fingerprint"], row["alignment_id"])
        raw.setdefault(key, set()).add((row["operator_id"], row["statement_id"]))
    forward_index = []
    for key in sorted(raw):
        pairs = sorted(raw[key])
        domain, identity, alignment = key
        forward_index.append({
            "domain": domain,
            "identity_fingerprint": identity,
            "alignment_id": alignment,
            "assignments": [
                {"operator_id": operator, "statement_id": statement}
                for operator, statement in pairs
            ],
        })
        statements = {statement for _, statement in pairs}
        if len(statements) > 1 or (domain != "source" and len(pairs) > 1):
            block(
                "ambiguous_raw_identity",
                domain=domain,
                identity_fingerprint=identity,
                alignment_id=alignment,
                assignments=[list(pair) for pair in pairs],
            )

    groups = {}
    for row in rows:
        groups.setdefault((row["operator_id"], row["statement_id"]), []).append(row)
    for operator, pairs in itertools.groupby(sorted(groups), key=lambda pair: pair[0]):
        statements = [statement for _, statement in pairs]
        if len(statements) > 1:
            block(
                "operator_maps_to_multiple_statements",
                operator_id=operator,
                statement_ids=statements,
            )

    entries = []
    for operator, statement in sorted(groups):
        who = {"operator_id": operator, "statement_id": statement}
        domains = {domain: [] for domain in METHODS}
        for row in groups[operator, statement]:
            domains[row["domain"]].append(row)
        for found in domains.values():
            found.sort(
                key=lambda row: (
                    row["alignment_id"] or "",
                    row["identity_fingerprint"],
                    row["evidence_path"],
                    row["evidence_locator"],
                )
            )
        off = {row["alignment_id"] for row in domains["sk_off"]}
        on = {row["alignment_id"] for row in domains["sk_on"]}
        entries.append({**who, "aligned_occurrence_ids": sorted(off & on), "domains": domains})
        missing = sorted(domain for domain, found in domains.items() if not found)
        if missing:
            block("identity_domain_missing", **who, missing_domains=missing)
        if len(off) < 3 or len(on) < 3:
            block(
                "aligned_occurrences_insufficient",
                **who,
                sk_off_count=len(off),
                sk_on_count=len(on),
            )
        elif off != on:
            block(
                "occurrence_alignment_mismatch",
                **who,
                sk_off_alignment_ids=sorted(off),
                sk_on_alignment_ids=sorted(on),
            )

    registry = {
        "schema_version": REGISTRY_SCHEMA,
        "observation_set_id": document["observation_set_id"],
        "request_fingerprint": document["request_fingerprint"],
        "observations": {
            "path": path.relative_to(root).as_posix(),
            "file_fingerprint": hash_file(path),
            "observations_fingerprint": document["observations_fingerprint"],
        },
        "evidence_files": evidence,
        "entries": entries,
        "forward_index": forward_index,
        "blockers": sorted(blockers, key=lambda blocker: canonical(blocker).decode()),
        "complete": not blockers,
    }
    registry["registry_fingerprint"] = fingerprint(registry)
    return registry


def dump(registry):
    """The bytes of a registry's file."""
    text = json.dumps(registry, ensure_ascii=False, sort_keys=True, indent=2)
    return (text + "\n").encode("utf-8")


def seal(document):
    """An observations document with its fingerprint."""
    document = without(document, "observations_fingerprint")
    return {**document, "observations_fingerprint": fingerprint(document)}


def describe_evidence(root, *paths):
    """What `evidence_files` says of files beneath the root."""
    return [
        {
            "path": str(path),
            "size_bytes": (root / path).stat().st_size,
            "file_fingerprint": hash_file(root / path),
        }
        for path in paths
    ]


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_bytes(dump(build(sys.argv[1])))
