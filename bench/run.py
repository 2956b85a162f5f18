#!/usr/bin/env python3
"""Measures the import and the deduplication against a yardstick of the same run.

The yardstick is `msgpack.unpackb`, Python's decoder in C, on the same file: how
long it takes to make plain objects of the bytes. Both programs take turns, and
each number is a median, so that a busy machine changes the ratios little. They
are a report, never a test that passes or fails.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent / "build"
CORPUS = HERE.parent.parent / "shared" / "corpus"
LIMITS = {"time": 1.0, "memory": 10.0, "pass": 0.2}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="serialised programs")
    parser.add_argument("--build", type=pathlib.Path, default=BUILD, help="the build folder")
    parser.add_argument(
        "--corpus",
        type=pathlib.Path,
        default=os.environ.get("PLD_CORPUS", CORPUS),
        help="where to find programs if none is given; without it one is generated",
    )
    parser.add_argument(
        "--min-size", type=float, default=1.0, metavar="MB", help="skip smaller ones of these"
    )
    parser.add_argument("--rounds", type=int, default=5, help="turns that each program takes")
    parser.add_argument("--runs", type=int, default=2, help="repetitions in a turn")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all numbers")
    return parser.parse_args()


def find_programs(options):
    """The files to measure, each with the name to show."""
    if options.files:
        return [(path, path.name) for path in options.files]
    found = [
        (path, "/".join(path.parts[-3:-1]))
        for path in pathlib.Path(options.corpus).glob("*/*/outlined.msgpack")
        if path.stat().st_size >= options.min_size * 1e6
    ]
    if found:
        return sorted(found, key=lambda entry: -entry[0].stat().st_size)
    path = options.build / "bench" / "synthetic.msgpack"
    if not path.exists():
        print(f"no corpus at {options.corpus}: generating a program", file=sys.stderr)
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, HERE / "generate.py", path], check=True)
    return [(path, "synthetic")]


def find_python():
    """An interpreter that has msgpack, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        probe = [python, "-c", "from msgpack import _cmsgpack"]
        if subprocess.run(probe, capture_output=True).returncode == 0:
            return python
    print("no Python with msgpack (apt: python3-msgpack): nothing to compare with", file=sys.stderr)
    return None


def run_json(*command):
    result = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE)
    if result.returncode != 0:
        sys.exit(f"bench: {command[0]} failed on {command[1]}")
    return json.loads(result.stdout)


def measure(path, options, python):
    """All samples of one program."""
    data = {"import": [], "verify": [], "pass": [], "pass_and_verify": []}
    data.update(unpack=[], unpack_without_gc=[], memory_bytes=[])
    tool = options.build / "bin" / "pld-bench"
    for _ in range(options.rounds):
        report = run_json(tool, path, f"--runs={options.runs}")
        # Only the first import of a process is not hidden by an earlier one.
        peak = report["runs"][0]["peak_bytes"] - report["empty_peak_bytes"]
        data["memory_bytes"].append(peak)
        for run in report["runs"]:
            for key in run.keys() & data.keys():
                data[key].append(run[key])
        if python:
            for key, samples in run_json(python, HERE / "unpack.py", path, options.runs).items():
                data[key] += samples
    return data


def median(samples, clock="wall_ms"):
    return statistics.median(sample[clock] for sample in samples) if samples else None


def divide(a, b):
    return None if a is None or not b else a / b


def summarise(path, name, data):
    """Medians and ratios of one program."""
    row = {"name": name, "file_bytes": path.stat().st_size}
    for key, samples in data.items():
        if key != "memory_bytes":
            row[key + "_ms"] = median(samples)
    row["memory_ratio"] = statistics.median(data["memory_bytes"]) / row["file_bytes"]
    for clock, suffix in (("wall_ms", ""), ("cpu_ms", "_cpu")):
        for key in ("unpack", "unpack_without_gc"):
            ratio = divide(median(data["import"], clock), median(data[key], clock))
            row[f"{key}_ratio{suffix}"] = ratio
        ratio = divide(median(data["pass"], clock), median(data["import"], clock))
        row["pass_ratio" + suffix] = ratio
    return row


COLUMNS = (
    ("program", "name", "{}"),
    ("MB", "file_bytes", "{:.1f}"),
    ("import", "import_ms", "{:.0f} ms"),
    ("verify", "verify_ms", "{:.0f} ms"),
    ("unpackb", "unpack_ms", "{:.0f} ms"),
    ("ratio", "unpack_ratio", "{:.2f}"),
    ("(CPU)", "unpack_ratio_cpu", "{:.2f}"),
    ("gc off", "unpack_without_gc_ratio_cpu", "{:.2f}"),
    ("memory", "memory_ratio", "{:.1f} x"),
    ("dedup", "pass_ms", "{:.1f} ms"),
    ("+verify", "pass_and_verify_ms", "{:.1f} ms"),
    ("dedup/import", "pass_ratio", "{:.3f}"),
    ("(CPU)", "pass_ratio_cpu", "{:.3f}"),
)


def print_table(rows):
    lines = [[title for title, _, _ in COLUMNS]]
    for row in rows:
        cells = []
        for _, key, form in COLUMNS:
            value = row[key] / 1e6 if key == "file_bytes" else row[key]
            cells.append("-" if value is None else form.format(value))
        lines.append(cells)
    widths = [max(len(line[i]) for line in lines) for i in range(len(COLUMNS))]
    for line in lines:
        first, *others = line
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:])]
        print("  ".join(cells))


def main():
    options = parse_arguments()
    python = find_python()
    programs = find_programs(options)
    rows, samples = [], {}
    for path, name in programs:
        print(f"measuring {name}", file=sys.stderr)
        samples[name] = measure(path, options, python)
        rows.append(summarise(path, name, samples[name]))
    print_table(rows)
    print(
        f"\nGoals: import at most {LIMITS['time']:g} x unpackb, memory at most"
        f" {LIMITS['memory']:g} x the file, deduplication at most {LIMITS['pass']:g} x the"
        " import.\nThe import includes verification. Ratios are of wall time, and of CPU"
        " time where it says so;\n'gc off' is the ratio of CPU time where unpackb ran"
        " without Python's garbage collector."
    )
    if options.json:
        text = json.dumps({"programs": rows, "samples": samples}, indent=2, sort_keys=True)
        options.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
