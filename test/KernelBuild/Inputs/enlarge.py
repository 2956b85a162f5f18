"""Makes the first object of a core type larger than a binary may be.

usage: enlarge.py BUILD CORE_TYPE
"""

import json
import os
import sys

folder, core_type = sys.argv[1:]
with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
    units = json.load(file)["units"]
identity = [unit["identity"] for unit in units if unit["core_type"] == core_type][0]
os.truncate(os.path.join(folder, "objects", identity + ".o"), (1 << 30) + 1)
