"""Print the packages named as arguments, with the versions installed here, then all that they need.

Run with the environment's own Python: what is needed depends on it.
"""

import sys
from importlib.metadata import distribution

from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import canonicalize_name

TOOLS = {"pip", "setuptools", "wheel"}

direct = [Requirement(argument) for argument in sys.argv[1:]]
needed: dict[str, str] = {}
seen = set()
todo = list(direct)
while todo:
    requirement = todo.pop()
    name = canonicalize_name(requirement.name)
    extras = frozenset(requirement.extras)
    if (name, extras) in seen:
        continue
    seen.add((name, extras))
    package = distribution(name)
    needed[name] = f"{package.name}=={package.version}"
    for line in package.requires or []:
        need = Requirement(line)
        if need.marker is None or any(
            need.marker.evaluate({"extra": extra}) for extra in extras | {""}
        ):
            todo.append(need)

for requirement in direct:
    pinned = needed.pop(canonicalize_name(requirement.name))
    extras_named = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    print(f"{requirement.name}{extras_named}=={pinned.split('==')[1]}")
for name in sorted(needed.keys() - TOOLS):
    print(needed[name])
