"""References between records, and their labels."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from functools import cached_property
from typing import Any

from flask import Flask, abort
from sqlalchemy import ColumnElement, String, case, cast, inspect, or_, true, tuple_

from app.extensions import db
from app.formats import display, words
from app.readers import READERS, is_readable

MOST = 100  # the most records that a select lists; for more, the form has a search box
LONGEST = 100  # the longest search: SQLite refuses patterns of 50,000 characters
NEWEST = 10  # the most records that the page of what they belong to shows


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
    if (value := getattr(record, name)) is None:
        return None
    key = target_of(type(record), name)
    query = db.select(key.class_).where(key == value, is_readable(key.class_))
    return db.session.scalar(query)


def target_of(model: Any, name: str) -> Any:
    """What a key or a relationship refers to: `User.id` for `user_id` of a post."""
    mapper = inspect(model)
    if many := mapper.relationships.get(name):
        other, key = many.mapper, many.mapper.primary_key[0]
    else:
        key = next(iter(mapper.columns[name].foreign_keys)).column
        mappers = [each for each in mapper.registry.mappers if not each.single]
        other = next(each for each in mappers if each.local_table is key.table)
    return getattr(other.class_, other.get_property_by_column(key).key)


def joined(query: Any, model: Any, name: str) -> tuple[Any, Any]:
    """A query with the records that a foreign key refers to, if the visitor may read them."""
    key = target_of(model, name)
    other = db.aliased(key.class_)
    is_meant = getattr(model, name) == getattr(other, key.key)
    # From the model: a condition may have a subquery, which is no place to join.
    return query.outerjoin_from(model, other, is_meant & is_readable(other)), other


def loaded(query: Any, names: Collection[str]) -> Iterator[Any]:
    """The records of a query, with what these keys and relationships lead to, for its readers."""
    model = query.column_descriptions[0]["entity"]
    many = [name for name in names if name in inspect(model).relationships]
    single = [name for name in names if name not in many]
    for name in many:
        may_read = is_readable(target_of(model, name).class_)
        query = query.options(db.selectinload(getattr(model, name).and_(may_read)))
    for name in single:
        query, other = joined(query, model, name)
        query = query.add_columns(other)
    for row, *others in db.session.execute(query).unique():
        found = dict(zip(single, others[-len(single) :], strict=False))
        inspect(row).info.update(found | {name: getattr(row, name) for name in many})
        yield row


def newest(record: Any, path: str, *names: str) -> tuple[list[Any], int]:
    """The newest records that belong to one, and how many do: `project | newest("Issue.project_id")`."""
    class_name, name = path.split(".")
    mappers = inspect(type(record)).registry.mappers
    model = next(each.class_ for each in mappers if each.class_.__name__ == class_name)
    column, key = getattr(model, name), target_of(model, name).key
    is_many = name in inspect(model).relationships
    belongs = column.contains(record) if is_many else column == getattr(record, key)
    query = db.select(model).where(belongs, is_readable(model))
    keys = inspect(model).primary_key
    rows = query.with_only_columns(*keys).subquery()
    total = db.session.scalar(db.select(db.func.count()).select_from(rows))
    last = query.order_by(*(each.desc() for each in keys)).limit(NEWEST)
    return list(loaded(last, names)), total


def lost(record: Any) -> Iterator[tuple[str, str]]:
    """What is deleted with a record, or keeps it, as far as the visitor may read that: "issues (30)"."""
    own = inspect(type(record)).local_table
    for each in sorted(type(record).registry.mappers, key=str):
        for key in () if each.single else (table := each.local_table).foreign_keys:
            if key.references(own) and key.ondelete in ("CASCADE", "RESTRICT"):
                path = f"{each.class_.__name__}.{each.get_property_by_column(key.parent).key}"
                if count := not table.info.get("hidden") and newest(record, path)[1]:
                    yield key.ondelete, f"{words(table.name).lower()} ({count})"


def readable(record: Any) -> bool:
    """Whether the visitor may read a record. In a template: `{% if post is readable %}`."""
    model = type(record)
    if model not in READERS:
        return True
    own = tuple_(*inspect(model).primary_key) == tuple_(*inspect(record).identity)
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
    """The records that a foreign key chooses from, if the visitor may read them, with these labels."""

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
    app.jinja_env.filters.update(lost=lost, newest=newest, related=related)
    app.jinja_env.tests["readable"] = readable
