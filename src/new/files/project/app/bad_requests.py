"""Requests that no browser sends: an answer instead of a failure inside."""

from typing import Any

from flask import Flask, Request, abort, request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadHost, BadRequest
from werkzeug.formparser import FormDataParser

from app.errors import error_page


class FormParser(FormDataParser):
    def parse(self, *args: Any, **options: Any) -> Any:
        stream, form, files = super().parse(*args, **options)
        if None in form or None in files:
            abort(400, "A part of this form has no name.")
        return stream, form, files


class FormRequest(Request):
    form_data_parser_class = FormParser


def check_host() -> None:
    """Refuse a host such as `xn--a`, with which there is no `request.url`."""
    try:
        _ = request.url
    except UnicodeError as error:
        raise BadHost from error


def init_app(app: Flask) -> None:
    app.request_class = FormRequest
    app.before_request(check_host)
    # gunicorn cannot read the body, for example if the size of a chunk is no number.
    app.register_error_handler(ParseException, lambda _: error_page(BadRequest()))
