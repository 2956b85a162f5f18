"""Compares two plans of one project in two places. usage: plans.py PLAN PLAN"""

import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    plan = json.loads(text)
    canonical = json.dumps(plan, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert text == canonical + "\n"
    return plan


one, two = (read(path) for path in sys.argv[1:])
if [unit["identity"] for unit in one["units"]] == [unit["identity"] for unit in two["units"]]:
    print("equal identities")
includes = [one["files"][number]["path"] for number in one["units"][0]["includes"]]
kernels = one["orchestrations"][0]["kernels"]
print(
    f"{len(one['units'])} units, {len(kernels)} kernels,",
    f"unit 0 includes {[path for path in includes if 'one/' in path][0].split('/')[-1]}",
)
