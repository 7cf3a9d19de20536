"""The log of a server: a line of JSON for each request, message and error."""

import json
import logging
import re
import time
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from flask import Flask, has_request_context, request
from flask.logging import default_handler
from werkzeug.wrappers import Request

REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)

VALUES = re.compile(
    r"^(DETAIL:|\[parameters: ).*?"
    r"(?=^\[SQL: |^\(Background |^The above |^Traceback |\Z)",
    re.DOTALL | re.MULTILINE,
)
"""What the text of a database error quotes of a record."""


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "message": record.getMessage(),
        }
        if has_request_context():
            line["request_id"] = request.environ.get("request_id")
        line |= getattr(record, "request", {})
        if record.exc_info:
            line["error"] = VALUES.sub("", self.formatException(record.exc_info))
        return json.dumps(line)


class RequestLog:
    """Logs each request, by an id of its own or the one that a proxy gave it."""

    def __init__(self, app: Flask) -> None:
        self.app = app.wsgi_app
        self.logger = app.logger

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        started = time.perf_counter()
        asked = Request(environ)
        sent = asked.headers.get("X-Request-ID", "")
        request_id = sent if REQUEST_ID.fullmatch(sent) else uuid.uuid4().hex
        environ["request_id"] = request_id

        def start(status: str, headers: list[Any], *error: Any) -> Any:
            line = {
                "request_id": request_id,
                "method": asked.method,
                "path": asked.path,
                "status": int(status[:3]),
                "milliseconds": round((time.perf_counter() - started) * 1000, 1),
                "address": asked.remote_addr,
            }
            self.logger.info("Request", extra={"request": line})
            sent_headers = [*headers, ("X-Request-ID", request_id)]
            return start_response(status, sent_headers, *error)

        return self.app(environ, start)


def init_app(app: Flask) -> None:
    if app.debug or app.testing:
        return
    default_handler.setFormatter(JsonFormatter())
    app.logger.setLevel(logging.INFO)
    app.wsgi_app = RequestLog(app)  # type: ignore[method-assign]
