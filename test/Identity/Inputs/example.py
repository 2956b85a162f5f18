#!/usr/bin/env python3
"""The smallest complete set of observations: one operator, recorded in the
source and three times with SuperKernel off and on. Usage: example.py FOLDER
"""

import json
import pathlib
import sys

import reference

SOURCE = "def model(x):\n    return norm(x)\n"
TRACES = ("off.json", "on.json")


def write_evidence(root):
    root.mkdir(parents=True, exist_ok=True)
    (root / "model.py").write_text(SOURCE)
    for name in TRACES:
        (root / name).write_text(f'{{"trace": "{name}"}}\n')
    return reference.describe_evidence(root, "model.py", *TRACES)


def observe(domain, method, path, locator, alignment, **identity):
    return {
        "domain": domain,
        "identity": identity,
        "operator_id": "norm.0",
        "statement_id": "model.py:25-32",
        "alignment_id": alignment,
        "binding_method": method,
        "evidence_path": path,
        "evidence_locator": locator,
    }


def make_document(root):
    at = SOURCE.index("norm")
    rows = [
        observe(
            "source",
            "exact_source_span",
            "model.py",
            "2:12",
            None,
            file="model.py",
            byte_start=at,
            byte_end=at + 7,
        )
    ]
    for number in range(3):
        step = f"step-{number}"
        rows.append(
            observe("sk_off", "projected_trace_exact", "off.json", f"/{number}", step, task=number)
        )
        rows.append(
            observe(
                "sk_on", "sk_meta_origin_exact", "on.json", f"/{number}", step, node=f"n{number}"
            )
        )
    return reference.seal({
        "schema_version": reference.OBSERVATIONS_SCHEMA,
        "observation_set_id": "example",
        "request_fingerprint": "request-1",
        "evidence_files": write_evidence(root),
        "observations": rows,
    })


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    (folder / "observations.json").write_text(json.dumps(make_document(folder), indent=2))
