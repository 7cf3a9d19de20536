"""References between records, and their labels."""

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from functools import cached_property
from typing import Any

from flask import Flask, abort
from sqlalchemy import ColumnElement, String, case, cast, inspect, or_, true, tuple_

from app.extensions import db
from app.formats import display
from app.readers import READERS, is_readable

MOST = 100
"""The most records that a select lists. For more, the form has a search box."""

LONGEST = 100
"""The longest search. SQLite refuses patterns of 50,000 characters."""


def related(record: Any, name: str) -> Any:
    """What a key or a relationship leads to, for its readers: `post | related("user_id")`."""
    loaded = inspect(record).info
    if name in loaded:  # a list loads them with its query
        return loaded[name]
    mapper = inspect(type(record))
    if many := mapper.relationships.get(name):
        model = many.mapper.class_
        own = tuple_(*mapper.primary_key) == tuple_(*inspect(record).identity)
        query = db.select(model).join_from(type(record), many.class_attribute)
        query = query.where(own, is_readable(model)).order_by(*many.order_by or [])
        return list(db.session.scalars(query))
    value = getattr(record, name)
    if value is None:
        return None
    key = next(iter(mapper.columns[name].foreign_keys)).column
    mappers = mapper.registry.mappers
    models = {each.local_table: each.class_ for each in mappers if not each.single}
    model = models[key.table]
    query = db.select(model).where(key == value, is_readable(model))
    return db.session.scalar(query)


def readable(record: Any) -> bool:
    """Whether the visitor may read a record. In a template: `{% if post is readable %}`."""
    model = type(record)
    if model not in READERS:
        return True
    keys = inspect(model).primary_key
    own = tuple_(*keys) == tuple_(*inspect(record).identity)
    query = db.select(true()).where(own, is_readable(model))
    return bool(db.session.scalar(query))


def lock(record: Any) -> None:
    """Read a record again. Until the transaction ends, no other one changes it."""
    db.session.add(record)
    model, key = type(record), inspect(record).identity
    connection = db.session.connection(bind_arguments={"mapper": model})
    if connection.dialect.name == "sqlite":
        sqlite = connection.connection.dbapi_connection
        if not getattr(sqlite, "in_transaction", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # it has no FOR UPDATE
    of = {"of": model}
    if not db.session.get(model, key, populate_existing=True, with_for_update=of):
        abort(404)


class Choices:
    """The records that a foreign key chooses from, by this column, with these labels.

    They are those that the visitor may read: see `app/readers.py`.
    """

    def __init__(self, key: Any, label: Any) -> None:
        self.key = key
        self.label = label
        self.is_readable = is_readable(key.class_)
        self.rows = db.select(key, label).where(self.is_readable)

    def keep(self, chosen: list[Any]) -> None:
        """Let records stay that the visitor may not read. They have no label."""
        if any(chosen) and self.is_readable is not true():
            self.label = case((self.is_readable, self.label))
            may_stay = or_(self.is_readable, self.key.in_(chosen))
            self.rows = db.select(self.key, self.label).where(may_stay)

    @cached_property
    def labels(self) -> dict[Any, str] | None:
        """All labels by key, sorted; None if there are too many for a select."""
        rows = db.session.execute(self.rows.limit(MOST + 1)).all()
        by_label = sorted(rows, key=lambda row: (display(row[1]).casefold(), row[0]))
        return None if len(rows) > MOST else labels(by_label)


def labels(rows: Iterable[Any]) -> dict[Any, str]:
    """Labels by key; if several records share a label, the key is added to it."""
    found = {key: display(label) or str(key) for key, label in rows}
    count = Counter(found.values())
    return {
        key: f"{label} ({key})" if count[label] > 1 else label
        for key, label in found.items()
    }


def text_of(value: Any) -> str:
    """The text for a choice in a form or a URL."""
    return str(value.value if isinstance(value, Enum) else value)


def search_in(values: Any, name: str) -> str:
    """The search text of a request, without NUL, which PostgreSQL refuses."""
    return str(values.get(name, "")).replace("\0", "").strip()[:LONGEST]


def contains(column: Any, text: str) -> ColumnElement[bool]:
    """Whether a column contains this text; `%` and `_` have no special meaning."""
    return cast(column, String).icontains(text, autoescape=True)


def init_app(app: Flask) -> None:
    app.jinja_env.filters["related"] = related
    app.jinja_env.tests["readable"] = readable
