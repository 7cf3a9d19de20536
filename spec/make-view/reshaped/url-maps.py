"""Prints, for each folder that it is given, what the application there serves, or why it does not start."""

import importlib
import json
import os
import sys

import flask_migrate  # noqa: F401
import flask_sqlalchemy  # noqa: F401
import flask_wtf  # noqa: F401


def urls(root):
    os.chdir(root)
    sys.path.insert(0, root)
    try:
        app = importlib.import_module("app")
        if not hasattr(app, "create_app"):
            app = importlib.import_module("app.factory")
        from sqlalchemy.orm import configure_mappers

        rules = list(app.create_app("testing").url_map.iter_rules())
        configure_mappers()
    except BaseException as error:
        return [f"{type(error).__name__}: {error}"]
    return sorted(
        f"{method} {rule.rule} {rule.endpoint}"
        for rule in rules
        for method in rule.methods & {"GET", "POST"}
        if rule.endpoint not in {"static", "up_database"}
    )


def in_child(root):
    """Each in a process of its own, which has read the packages already."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.write(writer, json.dumps(urls(root)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    os.wait()
    return json.loads(text)


print(json.dumps([in_child(root) for root in sys.argv[1:]]))
