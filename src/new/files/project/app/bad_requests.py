"""Requests that no browser sends: an answer instead of a failure inside."""

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, abort, request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadHost, BadRequest
from werkzeug.formparser import FormDataParser

from app.errors import error_page


class FormParser(FormDataParser):
    def parse(self, *args: Any, **options: Any) -> Any:
        stream, form, files = super().parse(*args, **options)
        stream.read(1)  # raises a 413 if a body in chunks was cut
        if None in form or None in files:
            abort(400, "A part of this form has no name.")
        return stream, form, files


class FormRequest(Request):
    form_data_parser_class = FormParser


def check_urls() -> None:
    """Refuse a host or a referrer that nothing can read, such as `xn--a` or `https://[`."""
    try:
        _ = [urlsplit(each).port for each in (request.url, request.referrer or "")]
    except ValueError as error:
        raise BadHost from error


def init_app(app: Flask) -> None:
    app.request_class = FormRequest
    app.before_request(check_urls)
    # gunicorn cannot read the body, for example if the size of a chunk is no number.
    app.register_error_handler(ParseException, lambda _: error_page(BadRequest()))
