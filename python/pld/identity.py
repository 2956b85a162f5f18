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
import re
import secrets
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
    arguments = [f"--observations={os.fsdecode(observations)}", f"--out={os.fsdecode(out)}"]
    return json.loads(_run(tool, "build", *arguments, *_root(artifact_root)))


def validate(registry, artifact_root=None, require_complete=False, *, tool=None):
    """Checks that the file `registry` is what its observations and the evidence
    give now, and with `require_complete` that there are no blockers.

    Returns what `build` does, and `valid`, which is true. Raises IdentityError
    if the registry is not valid, or not complete.
    """
    arguments = [f"--registry={os.fsdecode(registry)}", *_root(artifact_root)]
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
        if not _check(value):
            return json.dumps(value, allow_nan=False, check_circular=True)
        mark = secrets.token_hex(16)
        text = json.dumps(_hide(value, mark), allow_nan=False)
        pattern = f'"{mark}(-?0x[0-9a-f]+)"'
        return re.sub(pattern, lambda found: _digits(int(found[1], 16)), text)
    except (TypeError, ValueError, RecursionError) as error:
        raise IdentityError(" ".join(str(error).split())) from error


def _check(value):
    """Whether there is an integer that Python may refuse to write.

    Raises TypeError for keys such as 1 or None: `json` writes them as strings,
    which hides two that become one."""
    pending, seen, large = [value], set(), False
    while pending:
        item = pending.pop()
        large = large or _is_large(item)
        if not isinstance(item, (dict, list, tuple)) or id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, dict):
            for key in item:
                if not isinstance(key, str):
                    raise TypeError(f"a key is no string: {key!r}")
        pending.extend(item.values() if isinstance(item, dict) else item)
    return large


def _is_large(value):
    # The limit of Python is never below 640 digits.
    return isinstance(value, int) and value.bit_length() > 2000


def _hide(value, mark):
    """A copy with texts in the place of large integers."""
    if _is_large(value):
        return mark + hex(value)
    if isinstance(value, dict):
        return {key: _hide(item, mark) for key, item in value.items()}
    return [_hide(item, mark) for item in value] if isinstance(value, (list, tuple)) else value


def _digits(number):
    """The decimal digits of an integer, which Python writes for small ones only."""
    if number < 0:
        return "-" + _digits(-number)
    if not _is_large(number):
        return str(number)
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return _digits(high) + _digits(low).zfill(half)


def _root(artifact_root):
    return [] if artifact_root is None else [f"--artifact-root={os.fsdecode(artifact_root)}"]


def _find_tool(tool):
    tool = tool or os.environ.get("PLD_IDENTITY")
    found = os.fsdecode(tool) if tool else shutil.which("pld-identity")
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
