"""Run programs of this folder, one after the other.

Each line of the standard input is a JSON array: the name of a program and its arguments. The program
runs in a fork of this process, which has imported what all of them need: that takes longer than most
of them. Its output and its errors come on the standard output. Then comes a line with a NUL and its
exit code.
"""

import gc
import json
import os
import runpy
import sys
from contextlib import suppress
from pathlib import Path

import alembic.command  # noqa: F401
import flask.cli  # noqa: F401
import sqlalchemy.orm  # noqa: F401

with suppress(ImportError):  # Most applications have them.
    import flask_migrate  # noqa: F401
    import flask_sqlalchemy  # noqa: F401

os.dup2(sys.stdout.fileno(), sys.stderr.fileno())
# A fork that looks at the imported objects for garbage copies their memory: that takes it twice as long.
gc.freeze()
for line in sys.stdin:
    name, *args = json.loads(line)
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
        sys.argv = [name, *args]
        runpy.run_path(str(Path(__file__).with_name(name)), run_name="__main__")
        sys.exit()
    _, status = os.waitpid(child, 0)
    print(f"\n\0{os.waitstatus_to_exitcode(status)}", flush=True)
