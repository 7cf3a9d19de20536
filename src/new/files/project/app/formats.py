"""Values as people read them."""

from datetime import date, datetime
from enum import Enum

from flask import Flask


def display(value: object) -> str:
    """The text of a value on a page; in a template: `{{ post.created_at | display }}`."""
    match value:
        case None:
            return ""
        case bool():
            return "Yes" if value else "No"
        case Enum():
            return display(value.value)
        case datetime():
            return f"{value.day} {value:%B %Y, %H:%M %Z}".rstrip()
        case date():
            return f"{value.day} {value:%B %Y}"
        case _:
            return str(value)


def init_app(app: Flask) -> None:
    app.jinja_env.filters["display"] = display
