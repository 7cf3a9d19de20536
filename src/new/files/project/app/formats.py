"""Show values the way people read them."""

from datetime import date, datetime, time
from enum import Enum

from flask import Flask, json


def display(value: object) -> str:
    """A value as text. In a template: `{{ post.created_at | display }}`."""
    match value:
        case None:
            return ""
        case bool():
            return "Yes" if value else "No"
        case Enum():
            return words(value)
        case datetime():
            return f"{value.day} {value:%B %Y, %H:%M %Z}".rstrip()
        case date():
            return f"{value.day} {value:%B %Y}"
        case time():
            return f"{value:%H:%M}"
        case dict() | list():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def words(value: Enum | str | None) -> str:
    """An enum member or a word for people: `In review` for `in_review` or IN_REVIEW."""
    match value:
        case None:
            return ""
        case Enum():
            is_text = isinstance(value.value, str)
            return words(value.value if is_text else value.name.lower())
        case _:
            text = str(value).replace("_", " ")
            return text[:1].upper() + text[1:]


def init_app(app: Flask) -> None:
    app.jinja_env.filters["display"] = display
    app.jinja_env.filters["words"] = words
