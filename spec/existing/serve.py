"""Prints, for each folder and module that it is given, how some URLs are answered, or why the application fails."""

import importlib
import json
import os
import subprocess
import sys

URLS = ["/", "/reports", "/about"]


def answers(root, module):
    os.chdir(root)
    sys.path[:0] = [root, os.path.join(root, "src")]
    try:
        app = importlib.import_module(module).create_app()
        found = [app.test_client().get(url) for url in URLS]
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    return [f"{each.status_code} {'<h1>' in each.text}" for each in found]


if len(sys.argv) == 3:
    print(json.dumps(answers(*sys.argv[1:])))
else:
    pairs = zip(sys.argv[1::2], sys.argv[2::2])
    runs = [subprocess.check_output([sys.executable, __file__, *pair]) for pair in pairs]
    print(json.dumps([json.loads(each) for each in runs]))
