"""Errors of the API: problem documents (RFC 9457), never HTML."""

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import NoReturn

from flask import Response, abort, request
from pydantic import BaseModel

PROBLEM = "application/problem+json"

PAGE = "api.docs.show"
"""The endpoint of the documentation, which is for browsers."""

DETAILS = {
    400: "This request cannot be read.",
    403: "You may not do this.",
    404: "There is nothing at this URL, or nothing that you may see.",
    405: "This URL has other methods: see the header Allow.",
    406: "The API answers application/json only.",
    409: "The stored records do not allow this.",
    413: "The body is too large.",
    415: "Send JSON, with the header Content-Type: application/json.",
    422: "The values do not fit the document of this API.",
    429: "There were too many requests. Wait before you send more.",
    503: "The database is busy, and nothing was changed. Try again.",
}


class FieldError(BaseModel):
    field: str
    message: str


class Problem(BaseModel):
    """What is wrong, and with which fields."""

    title: str
    status: int
    detail: str
    errors: list[FieldError]


def problem(status: int, errors: Iterable[FieldError] = (), detail: str = "") -> str:
    """A problem document."""
    title = HTTPStatus(status).phrase
    detail = detail or DETAILS.get(status, HTTPStatus(status).description or title)
    document = Problem(title=title, status=status, detail=detail, errors=list(errors))
    return document.model_dump_json()


def refuse(
    status: int, errors: Iterable[FieldError] = (), detail: str = ""
) -> NoReturn:
    """End the request with a problem document."""
    abort(Response(problem(status, errors, detail), status, mimetype=PROBLEM))


def check_accept() -> None:
    """Refuse a client that does not read JSON. The documentation is for browsers."""
    accept = request.accept_mimetypes
    is_met = not accept.provided or accept["application/json"]
    if not is_met and request.endpoint != PAGE:
        refuse(406)


def as_problem(response: Response) -> Response:
    """Replace what Flask and the error pages answer below /api."""
    if not re.match(r"/+api(/|$)", request.path) or response.mimetype == PROBLEM:
        return response
    if response.status_code >= 400:
        response.set_data(problem(response.status_code))
        response.mimetype = PROBLEM
    elif not response.is_json and request.endpoint != PAGE:
        response.set_data(b"")
        response.headers.pop("Content-Type", None)
    return response
