"""What every database can hold: a request that asks for more gets an error page."""

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Engine, ExceptionContext, event
from sqlalchemy.exc import DataError
from werkzeug.exceptions import BadRequest, NotFound

from app.errors import error_page
from app.forms.base import INTEGER


@event.listens_for(Engine, "handle_error")
def number_too_large(context: ExceptionContext) -> DataError | None:
    """SQLite's driver refuses a number with an OverflowError, others with a DataError."""
    error = context.original_exception
    if isinstance(error, OverflowError):
        return DataError(context.statement, context.parameters, error)
    return None


def unstorable(error: DataError) -> ResponseReturnValue:
    """No row has an id that the database cannot hold; any other such value is wrong."""
    current_app.logger.warning("The database cannot hold a value.", exc_info=error)
    ids = (request.view_args or {}).values()
    no_row = any(isinstance(value, int) and value > INTEGER for value in ids)
    return error_page(NotFound() if no_row else BadRequest())


def init_app(app: Flask) -> None:
    app.register_error_handler(DataError, unstorable)
