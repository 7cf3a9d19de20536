"""Print the installed versions of the packages that the arguments name, then of all that they need.

Run with the Python of the environment: the packages that are needed depend on it.
"""

import sys
from importlib.metadata import distribution

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

TOOLS = {"pip", "setuptools", "wheel"}

direct = [Requirement(argument) for argument in sys.argv[1:]]
installed = {}
seen = set()
todo = list(direct)
while todo:
    requirement = todo.pop()
    name = canonicalize_name(requirement.name)
    extras = frozenset(requirement.extras)
    if (name, extras) in seen:
        continue
    seen.add((name, extras))
    installed[name] = distribution(name)
    for line in installed[name].requires or []:
        need = Requirement(line)
        if need.marker is None or any(
            need.marker.evaluate({"extra": extra}) for extra in extras | {""}
        ):
            todo.append(need)

for requirement in direct:
    package = installed.pop(canonicalize_name(requirement.name))
    wanted = ",".join(sorted(requirement.extras))
    extras_named = f"[{wanted}]" if wanted else ""
    print(f"{requirement.name}{extras_named}=={package.version}")
for name in sorted(installed.keys() - TOOLS):
    print(f"{installed[name].name}=={installed[name].version}")
