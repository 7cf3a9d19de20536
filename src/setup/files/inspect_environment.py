"""Print this environment's base Python, whether it has pip, and its damaged packages, as JSON.

An interrupted installation leaves damaged packages behind: they have no record, or files of their
record are missing, and pip still counts them as installed. Only packages that requirements.txt
or requirements-dev.txt needs are checked: others belong to somebody else. Run in the application's
folder with the Python of its environment.
"""

import csv
import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PathDistribution
from pathlib import Path
from sysconfig import get_path

# Without pyvenv.cfg, the environment's Python uses the packages of the host.
if not Path(sys.prefix).samefile("venv"):
    sys.exit("This Python belongs to another environment.")

NAME = re.compile(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:[\[<>=!~;@,(#\\]|$)")
INCLUDE = re.compile(r"\s*(?:-r|--requirement)[\s=]+(\S+)")


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def named(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if name := NAME.match(line):
            yield canonical(name[1])


def required(file: Path, seen: set[Path]) -> Iterator[str]:
    """The names in a requirements file and in the files that it includes."""
    if file.resolve() in seen or not file.exists():
        return
    seen.add(file.resolve())
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    yield from named(lines)
    for line in lines:
        if include := INCLUDE.match(line):
            yield from required(file.parent / include[1], seen)


def with_needs(names: Iterable[str], folders: dict[str, Path]) -> set[str]:
    """The names, and those of all packages that they may need, whatever the conditions."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name in folders and name not in found:
            found.add(name)
            todo += named(PathDistribution(folders[name]).requires or [])
    return found


def is_complete(folder: Path) -> bool:
    try:
        record = (folder / "RECORD").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    files = [Path(row[0]) for row in csv.reader(record.splitlines()) if row]
    return all(
        file.suffix == ".pyc" or (folder.parent / file).exists() for file in files
    )


folders = {
    canonical(folder.name.split("-")[0]): folder
    for library in {get_path("purelib"), get_path("platlib")}
    for folder in Path(library).glob("*.dist-info")
}
files = (Path("requirements.txt"), Path("requirements-dev.txt"))
seen: set[Path] = set()
names = (name for file in files for name in required(file, seen))
wanted = with_needs(names, folders)
damaged = {
    name: str(folders[name])
    for name in sorted(wanted | (folders.keys() & {"pip"}))
    if not is_complete(folders[name])
}
found = {
    "python": getattr(sys, "_base_executable", sys.executable),
    "pip": "pip" in folders.keys() - damaged,
    "damaged": damaged,
}
json.dump(found, sys.stdout)
