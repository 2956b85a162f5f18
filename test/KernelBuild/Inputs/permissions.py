"""Builds, packs and unpacks a project, and prints the permissions of all that appears.

usage: permissions.py PLD_KERNELS
"""

import os
import stat
import subprocess
import sys

NINJA = "registrations.json --contract=contract.json --sources=generated --build-dir"


def run(*words):
    subprocess.run([sys.argv[1], *words], check=True, stdout=subprocess.DEVNULL)


def main():
    for mask in (0o022, 0o002, 0o027, 0o077):
        os.umask(mask)
        top = f"made-{mask:03o}"
        run("ninja", *NINJA.split(), f"{top}/new/build")
        run("build", f"{top}/new/build")
        run("pack", f"{top}/new/build", "-o", f"{top}/packages/one")
        run("unpack", f"{top}/packages/one", "-o", f"{top}/packages/two/copy")
        found = {}
        for folder, _, files in os.walk(top):
            for path in (folder, *(f"{folder}/{name}" for name in files)):
                mode = os.lstat(path).st_mode
                # What the compiler makes is the compiler's.
                if "/objects/" not in path:
                    found.setdefault(stat.S_ISDIR(mode), set()).add(f"{stat.S_IMODE(mode):o}")
        print(f"{mask:03o}: folders {' '.join(found[True])}, files {' '.join(found[False])}")


main()
