"""Say, as JSON, whether this environment has a pip, and which of its packages are incomplete.

An installation that was interrupted leaves packages behind that pip takes for installed:
they have no record, or one that names files that are not there. Run in the application's
folder with the Python of its environment.
"""

import csv
import json
import sys
from pathlib import Path
from sysconfig import get_path

# Without its pyvenv.cfg, the environment's Python works with the packages of the host.
if not Path(sys.prefix).samefile("venv"):
    sys.exit("This Python belongs to another environment.")


def is_complete(folder: Path) -> bool:
    try:
        record = (folder / "RECORD").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    files = [Path(name) for name, *_ in csv.reader(record.splitlines())]
    return all(
        file.suffix == ".pyc" or (folder.parent / file).exists() for file in files
    )


packages = [
    folder
    for library in {get_path("purelib"), get_path("platlib")}
    for folder in Path(library).glob("*.dist-info")
]
incomplete = [folder for folder in packages if not is_complete(folder)]
complete = [folder.name for folder in packages if folder not in incomplete]
found = {
    "pip": any(name.startswith("pip-") for name in complete),
    "incomplete": [str(folder) for folder in incomplete],
}
json.dump(found, sys.stdout)
