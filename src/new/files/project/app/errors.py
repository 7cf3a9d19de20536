"""Error pages, and errors as JSON for clients that prefer it."""

from flask import Flask, current_app, json, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, BadRequest, HTTPException, SecurityError


class FormExpired(BadRequest):
    name = "This form has expired"
    description = "Nothing was saved. Go back: what you typed is still there. Copy it, reload the page, send it again."


def error_page(error: HTTPException) -> ResponseReturnValue:
    response = error.get_response()
    if error.response is not None:  # as in abort(401, response=…)
        return response
    response.vary.add("Accept")
    if prefers_json():
        problem = {"status": error.code, "error": error.name}
        response.set_data(json.dumps({**problem, "message": error.description}))
        response.content_type = "application/json"
        return response
    if isinstance(error, BadHost | SecurityError):  # no page has a URL for this host
        return response
    try:
        own = vars(error).get("description")  # as in abort(404, "No such post.")
        page = render_template("errors/error.html", error=error, message=own)
        response.set_data(page)
    except Exception:  # if the layout fails, too, show the error without it
        current_app.logger.exception("The error page cannot be rendered.")
    return response


def prefers_json() -> bool:
    kinds = ["text/html", "application/json"]
    return request.accept_mimetypes.best_match(kinds) == "application/json"


def refused_form(error: CSRFError) -> ResponseReturnValue:
    """The form's token is missing or belongs to another session; the log says which."""
    current_app.logger.warning("A form was refused. %s", error.description)
    return error_page(FormExpired())


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, error_page)
    app.register_error_handler(CSRFError, refused_form)
