"""Checks that links in the Markdown files lead somewhere, and that one leads to every file in docs."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^(```+).*?^\1\s*$", re.M | re.S)
LINK = re.compile(r"(?:\]\(|\bsrc(?:set)?=\")([^)\s\"]+)")
HEADING = re.compile(r"^#+ +(.+?)\s*$", re.M)


def anchors(path):
    """The anchors of a file's headings, as GitHub makes them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(text)
    }


def links(path):
    """The links of a file to files inside the repository: each as it is written, the file, the anchor."""
    for link in LINK.findall(FENCE.sub("", path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        yield link, (path.parent / name).resolve() if name else path, anchor


def broken(path):
    """The links of a file that lead nowhere."""
    for link, target, anchor in links(path):
        if not target.exists():
            yield f"{link}: there is no such file"
        elif anchor and anchor not in anchors(target):
            yield f"{link}: {target.name} has no such heading"


def lonely(files):
    """The files in docs to which no link of another file leads."""
    linked = {target for path in files for _, target, _ in links(path) if target != path}
    return sorted(path for path in (ROOT / "docs").rglob("*") if path.is_file() and path not in linked)


def main():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT, capture_output=True, text=True,
    )
    names = listed.stdout.split("\n") if listed.returncode == 0 else ROOT.rglob("*.md")
    files = [ROOT / name for name in names if name and (ROOT / name).exists()]
    faults = [f"{path.relative_to(ROOT)}: {fault}" for path in files for fault in broken(path)]
    faults += [f"{path.relative_to(ROOT)}: no document links to it" for path in lonely(files)]
    print("\n".join(faults or [f"the links of {len(files)} files lead somewhere"]))
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
