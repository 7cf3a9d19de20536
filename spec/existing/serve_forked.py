"""Prints how applications answer, or why they fail: a list of [folder, module, URLs] comes from standard input."""

import importlib
import json
import multiprocessing
import os
import sys

import flask  # noqa: F401
import flask_sqlalchemy  # noqa: F401


def answers(given):
    root, module, urls = given
    os.chdir(root)
    sys.path[:0] = [root, os.path.join(root, "src")]
    try:
        loaded = importlib.import_module(module)
        app = loaded.create_app() if hasattr(loaded, "create_app") else loaded.app
        found = [app.test_client().get(url) for url in urls]
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    return [each.status_code for each in found]


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Pool(2, maxtasksperchild=1) as pool:
        print(json.dumps(pool.map(answers, json.load(sys.stdin), chunksize=1)))
