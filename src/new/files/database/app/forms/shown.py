"""What a page has shown of a record, so that saving its form undoes nobody else's change."""

from hashlib import sha256
from typing import Any

from sqlalchemy import inspect
from wtforms import BooleanField, FileField
from wtforms.widgets import TextArea

from app.formats import display
from app.forms.sent import with_line_feeds
from app.records import text_of


def digest(field: Any) -> str:
    """A short hash of what a form reads back of a field that nobody changes, such as a time without microseconds."""
    return sha256(repr(read_back(field)).encode()).hexdigest()[:16]


def read_back(field: Any) -> Any:
    if isinstance(field, BooleanField):
        return bool(field.data)
    if hasattr(field, "_value") and not isinstance(field, FileField):
        text = with_line_feeds(str(field._value()))
        return text if isinstance(field.widget, TextArea) else text.replace("\n", "")
    if not isinstance(field.data, list | set | tuple):
        return name_of(field.data)
    names = [name_of(each) for each in field.data]
    return sorted(names) if hasattr(field, "iter_choices") else names


def name_of(value: Any) -> str:
    """The key of a record, or the text for another choice."""
    key = getattr(inspect(value, raiseerr=False), "identity", None)
    return text_of("" if value is None else key or value)


def in_words(field: Any) -> str:
    """What a field shows, for people."""
    if not hasattr(field, "iter_choices"):
        return display(field.data)
    return ", ".join(str(each[1]) for each in field.iter_choices() if each[2])
