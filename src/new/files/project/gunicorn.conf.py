"""How gunicorn serves the application. Its command line and GUNICORN_CMD_ARGS come first."""

import os
from contextlib import suppress
from typing import Any

from gunicorn import util
from gunicorn.workers import gthread

workers = int(os.environ.get("WEB_CONCURRENCY") or 4)
worker_class = "gthread"
gthread.DEFAULT_WORKER_DATA_TIMEOUT = 0.1  # seconds; idle connections wait
threads = 8  # each worker has up to 15 connections to the database

# Seconds that a worker waits, and accepts nobody, for a client to close a connection, too; and bytes.
util.close_graceful.__defaults__ = (0.01, 2**16)

# By default, visitors on this machine, so all who come through a proxy on it, can set SCRIPT_NAME.
forwarder_headers = ""

control_socket_disable = True  # applications of one user would share it


def post_request(_worker: Any, _request: Any, environ: Any, _response: Any) -> None:
    """Read the rest of a body after the answer: a proxy that cannot send it drops the answer, too."""
    with suppress(Exception):
        environ["gunicorn.socket"].settimeout(1)
        environ["wsgi.input"].read(2**21)
