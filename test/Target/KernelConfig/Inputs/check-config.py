"""Runs a kernel_config.py and compares it with the export as JSON.

usage: check-config.py CONFIG JSON [ORCHESTRATION]

The configuration is executed as PyPTO's runtime does it, with a stand-in for
`simpler`. Prints the configuration as JSON.
"""

import enum
import json
import pathlib
import sys
import types


class ArgDirection(enum.Enum):
    IN = "in"
    OUT = "out"
    INOUT = "inout"


def evaluate(path):
    simpler = types.ModuleType("simpler")
    interface = types.ModuleType("simpler.task_interface")
    interface.ArgDirection = ArgDirection
    sys.modules.update({"simpler": simpler, "simpler.task_interface": interface})
    with open(path, encoding="ascii") as file:
        source = file.read()
    values = {"__file__": path}
    exec(compile(source, path, "exec"), values)
    return source, values


def words(signature):
    return [direction.value for direction in signature]


def main():
    config_path, json_path, *name = sys.argv[1:]
    source, config = evaluate(config_path)
    with open(json_path, encoding="utf-8") as file:
        orchestrations = json.load(file)["orchestrations"]
    expected = next(o for o in orchestrations if not name or o["name"] == name[0])
    root = pathlib.Path(config_path).parent

    lines = source.splitlines()
    assert lines[0].startswith("# ") and lines[1] == "from pathlib import Path", lines[:2]
    assert list(config["RUNTIME_CONFIG"]) == ["runtime", "aicpu_thread_num", "enable_sdma"][
        :len(config["RUNTIME_CONFIG"])]
    assert config["RUNTIME_CONFIG"] == expected["runtime"], config["RUNTIME_CONFIG"]

    orchestration = config["ORCHESTRATION"]
    assert orchestration["source"] == str(root / "orchestration" / (expected["name"] + ".cpp"))
    assert orchestration["function_name"] == "aicpu_orchestration_entry"
    assert ("signature" in orchestration) == bool(expected["orchestration_signature"])
    assert words(orchestration.get("signature", [])) == expected["orchestration_signature"]

    order = ["func_id", "name", "source", "core_type", "external", "extra_include_dirs", "signature"]
    kernels = config["KERNELS"]
    assert [kernel["func_id"] for kernel in kernels] == [k["func_id"] for k in expected["kernels"]]
    for kernel, wanted in zip(kernels, expected["kernels"]):
        assert list(kernel) == [key for key in order if key in kernel], list(kernel)
        assert ("signature" in kernel) == bool(wanted["signature"])
        assert words(kernel.pop("signature", [])) == wanted["signature"]
        assert {"func_id": kernel["func_id"], "name": kernel["name"],
                "core_type": kernel["core_type"], "signature": wanted["signature"],
                **({"external": True} if "external" in kernel else {})} == wanted, (kernel, wanted)
        if "external" not in kernel:
            assert kernel["source"] == str(
                root / "kernels" / kernel["core_type"] / (kernel["name"] + ".cpp"))
    # One line an entry, indented by a tab.
    entries = source[source.index("KERNELS = [\n"):].splitlines()[1:-1]
    assert len(entries) == len(kernels) and all(line.startswith("\t{") for line in entries)
    assert ("ArgDirection" in source) == bool(
        expected["orchestration_signature"] or any(k["signature"] for k in expected["kernels"]))
    print(json.dumps([{**kernel, "source": kernel["source"].replace(str(root), "ROOT")}
                      for kernel in kernels]))


if __name__ == "__main__":
    main()
