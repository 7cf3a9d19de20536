"""The production log: one line of JSON per request, message or error."""

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
    r"^(DETAIL:|\[parameters: ).*?(?=^\[SQL: |^\(Background |^The above |^Traceback |\Z)",
    re.DOTALL | re.MULTILINE,
)
"""The part of a database error that quotes a record."""


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


def init_app(app: Flask) -> None:
    """Log each request with its id, which the proxy may have set."""
    if app.debug or app.testing:
        return
    default_handler.setFormatter(JsonFormatter())
    app.logger.setLevel(logging.INFO)
    served = app.wsgi_app

    def logged(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
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
            app.logger.info("Request", extra={"request": line})
            with_id = [*headers, ("X-Request-ID", request_id)]
            return start_response(status, with_id, *error)

        return served(environ, start)

    app.wsgi_app = logged  # type: ignore[method-assign]
