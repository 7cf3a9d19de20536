"""What every database can hold: a request that asks for more gets an error page."""

from typing import Any

from flask import Flask, abort, current_app, request
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import DataError
from werkzeug.exceptions import BadRequest
from werkzeug.routing import IntegerConverter, Map

from app.errors import error_page


class IdConverter(IntegerConverter):
    """`<int:…>` in a URL, up to the largest id that a database can hold."""

    def __init__(self, map: Map, max: int = 2**31 - 1, **options: Any) -> None:
        super().__init__(map, max=max, **options)


def refuse_nul() -> None:
    """PostgreSQL stores no NUL character, and no browser sends one."""
    if any("\0" in value for _, value in request.values.items(multi=True)):
        abort(400)


def unstorable(error: Exception) -> ResponseReturnValue:
    """A value that the database cannot hold, such as a page number of twenty digits."""
    current_app.logger.warning("%s", error)
    return error_page(BadRequest())


def init_app(app: Flask) -> None:
    app.url_map.converters["int"] = IdConverter
    app.before_request(refuse_nul)
    app.register_error_handler(DataError, unstorable)
    app.register_error_handler(OverflowError, unstorable)
