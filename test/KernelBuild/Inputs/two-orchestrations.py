"""Adds an orchestration to registrations. usage: two-orchestrations.py FILE"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    program = json.load(file)
first = program["orchestrations"][0]
kernels = [
    {"func_id": 1, "name": "scale_0", "core_type": "aiv", "signature": ["inout"]},
    {"func_id": 0, "name": "scale", "core_type": "aiv", "signature": ["in", "out"]},
]
program["orchestrations"].append({**first, "name": "encoder", "kernels": kernels, "tasks": []})
print(json.dumps(program))
