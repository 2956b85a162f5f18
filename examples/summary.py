#!/usr/bin/env python3
"""Prints what a deduplication did, from its report.

usage: summary.py BEFORE.mlir AFTER.mlir REPORT.json

The report is what `pld-deduplicate-outlined-kernels=report-file=...` wrote; the
programs are only read to count dispatches. Only the standard library is used.
"""

import json
import os
import re
import sys

IN_CORE = ("incore", "aic", "aiv")

# What a report must have: the type of each entry, and for lists of objects the
# types of theirs.
FIELDS = {
    "units": {"name": str, "kind": str, "members": list, "weight": int, "digest": str},
    "merges": {"from": str, "to": str, "how": str, "calls": int, "bindings": dict},
    "kept": {"name": str, "reason": str, "detail": str},
    "renames": str,
    "totals": {
        "functions": int,
        "candidates": int,
        "merged": int,
        "calls_rewritten": int,
        "weight": int,
        "comparisons": int,
        "budget_spent": int,
        "proof_steps": int,
    },
}


class ReportError(Exception):
    """The report is not what it should be."""


# ---------------------------------------------------------------------------
# Reading
# ---------------------------------------------------------------------------


def require(value, kind, what):
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        names = {dict: "an object", list: "a list", str: "a string", int: "an integer"}
        raise ReportError(f"{what} is not {names[kind]}")


def check_object(value, fields, what):
    require(value, dict, what)
    for key, kind in fields.items():
        if key not in value:
            raise ReportError(f"{what} has no '{key}'")
        require(value[key], kind, f"'{key}' of {what}")


def read_report(path):
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
    except OSError as error:
        raise ReportError(error.strerror) from None
    except (ValueError, RecursionError) as error:
        raise ReportError(f"is not JSON: {error}") from None
    require(report, dict, "the report")
    if report.get("schema") != 1:
        raise ReportError(f"has schema {report.get('schema')!r}; only 1 is known")
    for key in ("units", "merges", "kept"):
        require(report.get(key), list, f"'{key}'")
        for index, entry in enumerate(report[key]):
            check_object(entry, FIELDS[key], f"'{key}' #{index}")
    for unit in report["units"]:
        for member in unit["members"]:
            require(member, str, f"a member of '{unit['name']}'")
    for merge in report["merges"]:
        for symbol, values in merge["bindings"].items():
            require(values, list, f"what '{symbol}' is bound to")
            for value in values:
                require(value, str, f"what '{symbol}' is bound to")
    require(report.get("renames"), dict, "'renames'")
    for name, survivor in report["renames"].items():
        require(survivor, FIELDS["renames"], f"what '{name}' is renamed to")
    check_object(report.get("totals"), FIELDS["totals"], "'totals'")
    return report


def count_dispatches(path):
    """The calls and submits in a program, or None if it is not text."""
    with open(path, "rb") as file:
        text = file.read()
    if text.startswith(b"ML\xefR"):
        return None
    # Strings and comments are passed over, so that nothing in them counts.
    token = (
        rb'(?P<dispatch>"pld\.(?:call|submit)"(?=\()|\bpld\.(?:call|submit) )'
        rb'|"(?:\\.|[^"\\])*"|//[^\n]*'
    )
    return sum(match.lastgroup is not None for match in re.finditer(token, text))


# ---------------------------------------------------------------------------
# Printing
# ---------------------------------------------------------------------------


def print_title(text):
    print(f"\n\033[1m{text}\033[0m" if sys.stdout.isatty() else f"\n{text}")


def print_table(rows, right=()):
    """Prints rows in aligned columns; `right` are those that are aligned right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ]
        print(("  " + "  ".join(cells)).rstrip())


def number(value):
    return "-" if value is None else f"{value:,}"


def print_counts(report, before, after):
    kernels = {unit["name"] for unit in report["units"] if unit["kind"] in IN_CORE}
    for unit in report["units"]:
        kernels.update(unit["members"])
    functions = report["totals"]["functions"]
    gone = report["renames"].keys()
    dispatches = count_dispatches(before), count_dispatches(after)
    rows = [
        ("", "before", "after"),
        ("functions", number(functions), number(functions - len(gone))),
        ("in-core kernels", number(len(kernels)), number(len(kernels - gone))),
        ("dispatches", number(dispatches[0]), number(dispatches[1])),
    ]
    print(f"Deduplication of {before}\n")
    print_table(rows, right=(1, 2))
    if None not in dispatches and dispatches[0] > dispatches[1]:
        print("  (The dispatches that are gone were in Groups that are gone.)")


def print_merges(report):
    totals = report["totals"]
    print_title(f"Merged: {totals['merged']} of {totals['candidates']} candidates")
    if not report["merges"]:
        return
    members = {unit["name"]: unit["members"] for unit in report["units"]}
    rows = [("kernel", "becomes", "how", "dispatches rewritten")]
    for merge in report["merges"]:
        how = merge["how"]
        if merge["bindings"]:
            bound = (f"{symbol} = {' or '.join(values)}"
                     for symbol, values in sorted(merge["bindings"].items()))
            how += f" ({', '.join(bound)})"
        rows.append((merge["from"], merge["to"], how, number(merge["calls"])))
        for member in members.get(merge["from"], ()):
            survivor = report["renames"].get(member, "?")
            rows.append((f"  {member}", f"  {survivor}", "  member of the Group", ""))
    print_table(rows, right=(3,))


def print_kept(report):
    print_title("Kept as they are")
    rows = [(entry["name"], entry["reason"], entry["detail"]) for entry in report["kept"]]
    if rows:
        print_table([("kernel", "reason", "detail"), *rows])


def print_totals(report):
    totals = report["totals"]
    print_title("Totals")
    rows = [
        ("dispatches rewritten", totals["calls_rewritten"]),
        ("weight of the program", totals["weight"]),
        ("comparisons", totals["comparisons"]),
        ("weight compared", totals["budget_spent"]),
        ("steps of proofs", totals["proof_steps"]),
    ]
    print_table([(name, number(value)) for name, value in rows], right=(1,))


def main(arguments):
    if len(arguments) != 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    before, after, path = arguments
    try:
        report = read_report(path)
        print_counts(report, before, after)
    except ReportError as error:
        print(f"summary.py: {path}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"summary.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    print_merges(report)
    print_kept(report)
    print_totals(report)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
