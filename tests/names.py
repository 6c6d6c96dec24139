#!/usr/bin/env python3
"""Fails where two public types of the workspace have one name.

Whoever searches for a type finds one. Where two must share a name, a comment above the second says why:

    // Same name as in PATH: WHY
"""

import collections
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TYPE = re.compile(r"^\s*pub(?:\([^)]*\))? (?:struct|enum|trait|union|type) (\w+)")
REASON = re.compile(r"^\s*// Same name as in \S+: \S")


def types(path):
    """Names of public types in a file, with their lines; associated types belong to their traits."""
    reason = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = TYPE.match(line)
        if found and not reason:
            yield found.group(1), number
        if REASON.match(line):
            reason = True
        elif not line.lstrip().startswith(("//", "#[")):
            reason = False


def main():
    listed = subprocess.run(
        ["git", "ls-files", "referee/*.rs", "sample-bots/*.rs"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    places = collections.defaultdict(list)
    for name in listed.stdout.splitlines():
        # A bot's kit is a project of its own.
        if (ROOT / name).exists() and not name.startswith("sample-bots/rust/"):
            for type_name, number in types(ROOT / name):
                places[type_name].append(f"{name}:{number}")
    shared = {name: where for name, where in places.items() if len(where) > 1}
    for name, where in sorted(shared.items()):
        print(f"{name}: {', '.join(where)}; rename one, or say why: `// Same name as in PATH: WHY`")
    return 1 if shared or not places else 0


if __name__ == "__main__":
    sys.exit(main())
