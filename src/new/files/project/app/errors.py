"""Error pages."""

from flask import Flask, current_app, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException


def error_page(error: HTTPException) -> ResponseReturnValue:
    response = error.get_response()
    if error.response is not None:  # as in abort(401, response=…)
        return response
    try:
        response.set_data(render_template("errors/error.html", error=error))
    except Exception:  # a layout that fails must not hide the error: it is shown plain
        current_app.logger.exception("The error page cannot be rendered.")
    return response


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, error_page)
