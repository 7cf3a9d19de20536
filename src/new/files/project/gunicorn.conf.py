"""How gunicorn serves the application. Its command line and GUNICORN_CMD_ARGS come first."""

import os

from gunicorn.workers import gthread

workers = int(os.environ.get("WEB_CONCURRENCY") or 4)
worker_class = "gthread"
gthread.DEFAULT_WORKER_DATA_TIMEOUT = 0.1  # seconds; idle connections wait
threads = 8  # each worker has up to 15 connections to the database

# By default, visitors on this machine, so all who come through a proxy on it, can set SCRIPT_NAME.
forwarder_headers = ""

control_socket_disable = True  # applications of one user would share it
