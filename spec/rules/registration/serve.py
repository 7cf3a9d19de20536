"""Runs generated applications in a world of stand-ins.

Reads a JSON list of {code, factory, blueprints} and prints, for each, what is wrong with it, or null.
"""

import importlib.abc
import importlib.machinery
import json
import sys
import types


class StandIn:
    """Whatever a file imports: it can be called, entered, decorated with and looped over."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and callable(args[0]) else self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class Flask(StandIn):
    def __init__(self, name, **options):
        super().__init__(name)
        self.served = []
        self.config = {}

    def register_blueprint(self, blueprint, **options):
        self.served.append(blueprint.name)


class Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__name__ == "flask" and name == "Flask":
            return Flask
        return StandIn(f"{self.__name__}.{name}")


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("app", "flask", "support"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Module(spec.name)

    def exec_module(self, module):
        pass


def check(code, factory, blueprints):
    scope = {"__name__": "app", "__package__": "app"}
    try:
        exec(compile(code.encode(), "app/__init__.py", "exec"), scope)
        app = eval(factory, scope)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    missing = [name for name in blueprints if app.served.count(name) != 1]
    return f"serves {app.served}, not each once of {blueprints}" if missing else None


sys.meta_path.insert(0, Finder())
print(json.dumps([check(**case) for case in json.load(sys.stdin)]))
