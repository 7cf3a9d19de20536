"""Who may read the records of each model.

Forms, lists and pages name a record only to those who may read it. `--guard` adds to the table,
with the words of `app/guards.py`: `Report: admins`. Everybody reads what is not in it.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, inspect, true

READERS: dict[Any, Callable[[Any], ColumnElement[bool]]] = {}


def is_readable(model: Any) -> ColumnElement[bool]:
    """The condition that the visitor may read a record of a model, or of an alias of it."""
    reader = READERS.get(inspect(model).mapper.class_)
    return reader(model) if reader else true()
