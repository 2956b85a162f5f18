#!/usr/bin/env python3
"""Measures `pld-identity build` against the specification written in Python.

Both build the registry of the same generated observations in turns: one in
process, so that its start does not count against it, the other with its start.
Ratios are of wall time, and of CPU time, which a busy machine changes little.
The memory is the peak beyond that of the tool without work. The numbers are a
report, never a test; that the two registries are the same is checked.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "test" / "Identity" / "Inputs"))
import reference

LIMITS = {"speed": 10.0, "memory": 12.0}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent / "build")
    parser.add_argument(
        "--folder", type=pathlib.Path, help="for the files; in the build folder if not given"
    )
    parser.add_argument("--count", type=int, default=1_000_000, help="observations")
    parser.add_argument("--rounds", type=int, default=1, help="turns that each takes")
    parser.add_argument("--minimal", action="store_true", help="with the shortest values")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all numbers")
    return parser.parse_args()


def make_rows(count, minimal):
    """Operators with one observation of the source and four each of the two
    SuperKernel domains; one of ten lacks some."""
    rng = random.Random(1)
    prefix = "" if minimal else "model.layers."
    number = 0
    for operator in range(count):
        def observe(domain, method, alignment, **identity):
            return {
                "domain": domain,
                "identity": {"n": operator} if minimal else identity,
                "operator_id": f"{prefix}{operator}",
                "statement_id": f"{prefix}{operator}",
                "alignment_id": alignment,
                "binding_method": method,
                "evidence_path": "e",
                "evidence_locator": "0" if minimal else f"/traceEvents/{number}",
            }

        yield observe(
            "source",
            "exact_source_span",
            None,
            file="models/decoder.py",
            byte_start=operator * 7,
            byte_end=operator * 7 + 5,
        )
        for step in range(rng.choice([4] * 9 + [2])):
            for domain in ("sk_off", "sk_on"):
                yield observe(
                    domain,
                    "compiler_origin_uid",
                    f"step-{step}",
                    uid=f"{operator:016x}",
                    stream=step,
                    name=f"fused_op_{operator}",
                )
                number += 1


def write_observations(folder, options):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "e").write_text("evidence")
    rows = []
    for row in make_rows(options.count, options.minimal):
        rows.append(row)
        if len(rows) == options.count:
            break
    random.Random(2).shuffle(rows)
    path = folder / "observations.json"
    document = reference.seal({
        "schema_version": reference.OBSERVATIONS_SCHEMA,
        "observation_set_id": "bench",
        "request_fingerprint": "bench",
        "evidence_files": reference.describe_evidence(folder, "e"),
        "observations": rows,
    })
    path.write_bytes(reference.canonical(document))
    return path


def run_tool(*command):
    """Seconds, seconds of the CPU, the peak of memory in bytes, the status."""
    # wait4 counts what a process had in common with its parent: a small one.
    code = (
        "import os, sys; process = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:]);"
        "_, status, usage = os.wait4(process, 0);"
        "print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024);"
        "sys.exit(status != 0)"
    )
    start = time.perf_counter()
    result = subprocess.run(
        [sys.executable, "-c", code, *map(str, command)], capture_output=True, text=True
    )
    seconds = time.perf_counter() - start
    cpu, peak = result.stdout.splitlines()[-1].split()
    return seconds, float(cpu), int(peak), result.returncode


def find_missed(report):
    """The goals that were not met: of wall time, which is what a user waits for."""
    missed = []
    speed, memory = report["speed_ratio"], report["memory_ratio"]
    if speed < LIMITS["speed"]:
        missed.append(f"{speed:.1f} x as fast, goal: at least {LIMITS['speed']:g} x")
    if memory > LIMITS["memory"]:
        missed.append(f"memory {memory:.1f} x the file, goal: at most {LIMITS['memory']:g} x")
    return missed


def main():
    options = parse_arguments()
    tool = options.build / "bin" / "pld-identity"
    folder = options.folder or options.build / "bench" / "identity"
    print(f"generating {options.count} observations", file=sys.stderr)
    path = write_observations(folder, options)
    ours, expected = folder / "registry.json", folder / "expected.json"
    _, _, empty, _ = run_tool(tool, "canonical", "/dev/null")
    data = {"tool": [], "tool_cpu": [], "python": [], "python_cpu": [], "memory_bytes": []}
    for _ in range(options.rounds):
        ours.unlink(missing_ok=True)
        seconds, cpu, peak, status = run_tool(
            tool, "build", f"--observations={path}", f"--out={ours}"
        )
        if status:
            sys.exit("bench: pld-identity failed")
        data["tool"].append(seconds)
        data["tool_cpu"].append(cpu)
        data["memory_bytes"].append(peak - empty)
        print("building in Python", file=sys.stderr)
        start, start_cpu = time.perf_counter(), time.process_time()
        with open(expected, "wb") as file:  # on the disk, as the tool's is
            file.write(reference.dump(reference.build(path)))
            file.flush()
            os.fsync(file.fileno())
        data["python"].append(time.perf_counter() - start)
        data["python_cpu"].append(time.process_time() - start_cpu)
    same = subprocess.run(["cmp", ours, expected]).returncode == 0
    if not same:
        sys.exit("bench: the registries differ")
    size = path.stat().st_size
    report = {name: statistics.median(samples) for name, samples in data.items()}
    for clock in ("", "_cpu"):
        report["speed_ratio" + clock] = report["python" + clock] / report["tool" + clock]
    report["memory_ratio"] = report["memory_bytes"] / size
    print(
        f"identity registry of {options.count} observations ({size / 1e6:.0f} MB):"
        f" {report['tool']:.1f} s, Python {report['python']:.1f} s,"
        f" {report['speed_ratio']:.1f} x as fast (CPU: {report['tool_cpu']:.1f} s,"
        f" {report['python_cpu']:.1f} s, {report['speed_ratio_cpu']:.1f} x);"
        f" memory {report['memory_ratio']:.1f} x the file"
    )
    print(
        f"Goals: at least {LIMITS['speed']:g} x as fast, at most {LIMITS['memory']:g} x the file."
    )
    missed = find_missed(report)
    for goal in missed:
        print(f"MISSED: {goal}")
    if not missed:
        print("All goals are met.")
    if options.json:
        options.json.write_text(json.dumps(report, indent=2, sort_keys=True) + "\n")
    for made in (ours, expected, path):
        made.unlink()


if __name__ == "__main__":
    main()
