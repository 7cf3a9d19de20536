"""Reads what clients send, strictly: JSON that every database stores, and parameters that exist."""

import json
import math
import re
from typing import Any, TypeVar

from flask import request
from pydantic import ValidationError

from app.api.problems import MOST_ERRORS, FieldError, refuse
from app.api.schemas import ApiIn, ApiQuery

LEVELS = 50
"""How deep lists and objects may be within each other."""

TOO_DEEP = f"There are more than {LEVELS} levels."
NO_JSON = "This is not JSON in UTF-8, or a number in it is too long."

MESSAGES = {
    "extra_forbidden": "There is no such field.",
    "missing": "This is required.",
    "too_long": "This is too long. At most {max_length} fit.",
    "too_short": "This needs at least {min_length}.",
    "string_pattern_mismatch": "This must match {pattern}",
}
"""What is said of an error, by its type in Pydantic, where that says it for programmers."""

Sent = TypeVar("Sent", bound=ApiIn)
Asked = TypeVar("Asked", bound=ApiQuery)


def sent_body(model: type[Sent]) -> Sent:
    """The body of the request."""
    if request.mimetype != "application/json":
        refuse(415)
    body = request.get_data()
    if request.content_length is None and len(body) == request.max_content_length:
        refuse(413)  # Werkzeug cuts a body that comes in chunks
    try:
        value = json.loads(
            body.decode(), object_pairs_hook=once, parse_constant=constant
        )
        check(value)
    except RecursionError:
        refuse(400, detail=TOO_DEEP)
    except ValueError as error:
        refuse(400, detail=str(error) if isinstance(error, Unstorable) else NO_JSON)
    if isinstance(value, dict):
        unknown = [name for name in value if name not in model.model_fields]
        if len(unknown) > MOST_ERRORS:  # each would cost Pydantic time
            message = MESSAGES["extra_forbidden"]
            refuse(422, (FieldError(field=each, message=message) for each in unknown))
    return validated(model, body)


def sent_query(model: type[Asked]) -> Asked:
    """The parameters of the URL."""
    twice = [name for name, values in request.args.lists() if len(values) > 1]
    if twice:
        refuse(
            422,
            [FieldError(field=name, message="This is given twice.") for name in twice],
        )
    return validated(model, json.dumps(request.args.to_dict()))


def validated(model: type[Sent], text: str | bytes) -> Sent:
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
    refuse(422, map(field_error, details))


class Unstorable(ValueError):
    """JSON that is not stored; the message is for clients."""


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names all differ."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unstorable("An object has a name twice.")
    return found


def constant(name: str) -> None:
    raise Unstorable(f"{name} is no number.")


def check(value: Any, level: int = 0) -> None:
    """Refuse what no database stores, or Python does not write again."""
    match value:
        case float() if not math.isfinite(value):
            raise Unstorable("A number is too large.")
        case str() if re.search(r"[\x00\ud800-\udfff]", value):
            raise Unstorable("A text has a NUL character, or half of a character.")
        case dict() | list() if level == LEVELS:
            raise Unstorable(TOO_DEEP)
        case dict():
            check([*value, *value.values()], level)
        case list():
            for each in value:
                check(each, level + 1)


def field_error(detail: Any) -> FieldError:
    message = detail["msg"].removeprefix("Value error, ")
    if known := MESSAGES.get(detail["type"]):
        message = known.format(**detail.get("ctx", {}))
    return FieldError(field=".".join(map(str, detail["loc"])), message=message)
