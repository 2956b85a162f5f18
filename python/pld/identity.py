"""Operator identity registries in Python; see docs/identity.md.

Runs the tool `pld-identity`, so that it does what that does. The tool is, in
this order, the argument `tool`, the environment variable `PLD_IDENTITY`, or
what is found on `PATH`. Needs nothing but Python 3.9 and its standard library.

    from pld import identity

    document["observations_fingerprint"] = identity.fingerprint(document)
    pathlib.Path("obs.json").write_text(json.dumps(document))
    identity.build("obs.json", "registry.json")
    identity.validate("registry.json", require_complete=True)
"""

import json
import os
import shutil
import subprocess

__all__ = ["IdentityError", "build", "canonical", "fingerprint", "validate"]

_PREFIX = "pld-identity: error: "


class IdentityError(ValueError):
    """What the tool says is wrong, on one line; or that there is no tool."""


def build(observations, out, artifact_root=None, *, tool=None):
    """Builds the registry of the file `observations` and writes it to `out`.

    `out` must not exist; it appears whole or not at all. Evidence is beneath
    the folder `artifact_root`, or that of the file.

    Returns `complete`, `entry_count`, `blocker_count` and
    `registry_fingerprint` as a dict. Raises IdentityError if the observations,
    the evidence or the output are not as they must be; blockers are no error.
    """
    arguments = [f"--observations={os.fspath(observations)}", f"--out={os.fspath(out)}"]
    return json.loads(_run(tool, "build", *arguments, *_root(artifact_root)))


def validate(registry, artifact_root=None, require_complete=False, *, tool=None):
    """Checks that the file `registry` is what its observations and the evidence
    give now, and with `require_complete` that there are no blockers.

    Returns what `build` does, and `valid`, which is true. Raises IdentityError
    if the registry is not valid, or not complete.
    """
    arguments = [f"--registry={os.fspath(registry)}", *_root(artifact_root)]
    if require_complete:
        arguments.append("--require-complete")
    return json.loads(_run(tool, "validate", *arguments))


def canonical(value, *, tool=None):
    """The canonical form of a value that the module `json` can write, as bytes.

    Raises IdentityError for what has none: NaN and infinities, lone surrogates,
    containers nested too deep, keys that are no strings, other types.
    """
    return _canonical(value, tool)[1]


def fingerprint(value, *, tool=None):
    """The fingerprint of a value, `sha256:` and 64 digits.

    Raises IdentityError as `canonical` does.
    """
    return _canonical(value, tool)[0].decode("ascii")


def _canonical(value, tool):
    # `json` writes one line.
    output = _run(tool, "canonical", input=_dump(value).encode("ascii"))
    return output.rstrip(b"\n").split(b" ", 1)


def _dump(value):
    try:
        _check_keys(value)
        return json.dumps(value, allow_nan=False, check_circular=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise IdentityError(" ".join(str(error).split())) from error


def _check_keys(value):
    """`json` writes keys such as 1 or None as strings, which hides two that
    become one."""
    pending, seen = [value], set()
    while pending:
        item = pending.pop()
        if not isinstance(item, (dict, list, tuple)) or id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, dict):
            for key in item:
                if not isinstance(key, str):
                    raise TypeError(f"a key is no string: {key!r}")
        pending.extend(item.values() if isinstance(item, dict) else item)


def _root(artifact_root):
    return [] if artifact_root is None else [f"--artifact-root={os.fspath(artifact_root)}"]


def _find_tool(tool):
    tool = tool or os.environ.get("PLD_IDENTITY")
    found = os.fspath(tool) if tool else shutil.which("pld-identity")
    if not found:
        raise IdentityError(
            "there is no pld-identity: name it by 'tool' or PLD_IDENTITY, or put it on PATH"
        )
    return found


def _run(tool, *arguments, input=b""):
    """What the tool prints."""
    command = [_find_tool(tool), *arguments]
    try:
        result = subprocess.run(command, input=input, capture_output=True, check=False)
    except (OSError, ValueError) as error:  # ValueError: a NUL in a path
        raise IdentityError(f"cannot run pld-identity: {error}") from error
    if result.returncode == 0:
        return result.stdout
    if result.stdout.startswith(b"error: "):  # of 'canonical', at its line
        message = result.stdout[len(b"error: ") :].decode("utf-8", "replace")
    else:
        message = result.stderr.decode("utf-8", "replace")
    message = message.strip()
    if message.startswith(_PREFIX):
        message = message[len(_PREFIX) :]
    raise IdentityError(message or f"pld-identity ended with status {result.returncode}")
