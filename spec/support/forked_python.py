"""Run Python programs, each in a fork of this process, which has imported what most of them need.

Each line of the standard input is a JSON object. Once its program ends, its number and its exit code come on the
standard output.
"""

import gc
import importlib
import json
import os
import random
import runpy
import signal
import sys
import time
from contextlib import suppress
from types import ModuleType

for name in (
    "alembic.command",
    "click.testing",
    "cryptography.fernet",
    "flask.cli",
    "flask.testing",
    "flask_limiter",
    "flask_mail",
    "flask_migrate",
    "flask_sqlalchemy",
    "flask_wtf",
    "psycopg",
    "pydantic",
    "pyotp",
    "pytest",
    "segno",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite",
    "wtforms",
    "zxcvbn",
):
    with suppress(ImportError):  # No application has all of them.
        importlib.import_module(name)
# A fork that looks at the imported objects for garbage copies their memory.
gc.freeze()


def redirect(path: str, descriptor: int) -> None:
    opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    os.dup2(opened, descriptor)
    os.close(opened)


def run(args: list[str], cwd: str) -> None:
    """As `python -m NAME …` and `python -c PROGRAM …` do."""
    option, what, *rest = args
    sys.argv = [option, *rest]
    if option == "-m":
        sys.path[0] = cwd
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = ""
        main = sys.modules["__main__"] = ModuleType("__main__")
        exec(compile(what, "<string>", "exec"), vars(main))


signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() > 0:
        continue
    request = json.loads(line)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    if child := os.fork():  # this one waits, so that the first one goes on
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        code = code if code >= 0 else 128 - code
        os.write(1, f"{request['number']} {code}\n".encode())
        os._exit(0)
    redirect(os.devnull, 0)
    redirect(request["stdout"], 1)
    redirect(request["stderr"], 2)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    time.tzset()
    random.seed()
    run(request["args"], request["cwd"])
    break
