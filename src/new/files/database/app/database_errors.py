"""Error pages for requests that the database refuses, instead of a 500."""

import re
import warnings
from contextlib import suppress
from sqlite3 import SQLITE_BUSY, SQLITE_LOCKED

from flask import Flask, current_app, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Engine, ExceptionContext, event, exc
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from werkzeug.exceptions import BadRequest, Conflict, NotFound, ServiceUnavailable

from app.errors import error_page
from app.extensions import db
from app.forms.base import INTEGER

DELETED_TWICE = r"DELETE statement on table .* expected to delete"  # a mere warning


@event.listens_for(Engine, "handle_error")
def number_too_large(context: ExceptionContext) -> exc.DataError | None:
    """SQLite's driver raises OverflowError for a number out of range, others DataError."""
    error = context.original_exception
    if isinstance(error, OverflowError):
        return exc.DataError(context.statement, context.parameters, error)
    return None


def unstorable(error: exc.DataError) -> ResponseReturnValue:
    """No record has an id out of the database's range, so that is a 404; else a 400."""
    db.session.rollback()
    reason = type(error.orig).__name__  # its message may quote the value
    current_app.logger.warning("The database refused a value: %s", reason)
    ids = (request.view_args or {}).values()
    no_row = any(isinstance(value, int) and value > INTEGER for value in ids)
    return error_page(NotFound() if no_row else BadRequest())


def deleted(error: Exception) -> ResponseReturnValue:
    """Another request has just deleted the record."""
    if isinstance(error, exc.SAWarning) and not re.match(DELETED_TWICE, str(error)):
        raise error
    db.session.rollback()
    return error_page(NotFound())


class StillInUse(Conflict):
    name = "This is still in use"
    description = "Nothing was changed: other records refer to this one. Delete those first, or change them."


def refused(error: exc.IntegrityError) -> ResponseReturnValue:
    """Records refer to the one to delete; or a value is taken, if no form shows that."""
    reason = str(error.orig).partition("\n")[0]  # the lines below quote values
    state = getattr(error.orig, "sqlstate", "")
    is_taken = state == "23505" or reason.startswith("UNIQUE")
    if not (is_taken or state in ("23001", "23503") or reason.startswith("FOREIGN")):
        raise error  # a required value is missing, for example: a bug
    db.session.rollback()
    current_app.logger.warning("The database refuses: %s", reason)
    message = "Nothing was saved: a value is already taken. Go back and change it."
    return error_page(Conflict(message) if is_taken else StillInUse())


def unavailable(error: exc.OperationalError | exc.TimeoutError) -> ResponseReturnValue:
    """The database is locked, overloaded or starting: a later request may succeed."""
    reason = getattr(error, "orig", error)  # without the statement and its values
    kind = getattr(reason, "sqlite_errorcode", SQLITE_BUSY) & 0xFF
    if kind not in (SQLITE_BUSY, SQLITE_LOCKED):  # a bug, such as a missing table
        raise error
    db.session.rollback()
    current_app.logger.error("The database is not available: %s", reason)
    message = "The database is busy. Look whether this was saved, then try again."
    return error_page(ServiceUnavailable(message, retry_after=5))


def init_app(app: Flask) -> None:
    @app.teardown_appcontext
    def end(_error: object) -> None:
        with suppress(exc.DBAPIError):  # a lost connection takes no answer back
            db.session.close()

    warnings.filterwarnings("error", DELETED_TWICE, exc.SAWarning)
    app.register_error_handler(exc.DataError, unstorable)
    app.register_error_handler(exc.IntegrityError, refused)
    for missing in (StaleDataError, ObjectDeletedError, exc.SAWarning):
        app.register_error_handler(missing, deleted)
    for busy in (exc.OperationalError, exc.TimeoutError):
        app.register_error_handler(busy, unavailable)
