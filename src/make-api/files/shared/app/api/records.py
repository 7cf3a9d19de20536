"""Saves, deletes and filters records."""

from typing import Any

from sqlalchemy import BigInteger, Integer, Select, inspect
from sqlalchemy.exc import IntegrityError

from app.api.problems import FieldError, refuse
from app.api.schemas import ApiIn, ApiQuery, Refers, reference
from app.extensions import db
from app.forms.base import INTEGER, taken
from app.readers import is_readable
from app.records import lock, related

UNKNOWN = "There is no such record."
TAKEN = "This is already taken."
IN_USE = "Other records refer to this one. Delete them first, or change them."


def save_or_refuse(record: Any, data: ApiIn) -> None:
    """Store what the client sent, or answer why that is not possible."""
    try:
        if inspect(record).has_identity:
            lock(record)
        values = values_for(record, data)
        for name, value in values.items():
            setattr(record, name, value)
        db.session.add(record)
        db.session.commit()
    except IntegrityError as error:
        db.session.rollback()
        names = list(taken(record, error.orig))
        refuse(409, [FieldError(field=name, message=TAKEN) for name in names])


def delete_or_refuse(record: Any) -> None:
    """Delete a record, or answer that others refer to it."""
    try:
        db.session.delete(record)
        db.session.commit()
    except IntegrityError:
        db.session.rollback()
        refuse(409, detail=IN_USE)


def values_for(record: Any, data: ApiIn) -> dict[str, Any]:
    """The attributes to set. The records that they refer to must exist."""
    values = {}
    unknown = []
    for name in sorted(data.model_fields_set):
        value = getattr(data, name)
        refers = reference(type(data).model_fields[name].metadata)
        if refers and refers.many:
            rows = chosen(refers, value)
            keys = {getattr(row, refers.key.key) for row in rows}
            values[refers.many] = rows + hidden(record, refers.many)
            is_known = keys.issuperset(value)
        elif refers and value is None and refers.hides(record, name):
            continue  # the client got null for it
        else:
            values[name] = value
            is_known = not refers or value is None or may_refer(refers, value)
        if not is_known:
            unknown.append(FieldError(field=name, message=UNKNOWN))
    if unknown:
        refuse(409, unknown)
    return values


def may_refer(refers: Refers, key: Any) -> bool:
    """Whether the client may read the record of this key."""
    is_one = refers.key.in_(possible(refers.key, [key]))
    query = db.select(refers.key).where(is_one, is_readable(refers.key.class_))
    return db.session.scalar(query) is not None


def chosen(refers: Refers, keys: list[Any]) -> list[Any]:
    """The records of these keys that the client may read."""
    model = refers.key.class_
    is_named = refers.key.in_(possible(refers.key, keys))
    query = db.select(model).where(is_named, is_readable(model))
    return list(db.session.scalars(query))


def hidden(record: Any, name: str) -> list[Any]:
    """The stored records that the client may not read: they stay, whatever it sends."""
    if not inspect(record).has_identity:
        return []
    known = related(record, name)
    return [each for each in getattr(record, name) if each not in known]


def possible(column: Any, values: list[Any]) -> list[Any]:
    """Those that a column can hold: PostgreSQL compares no others with it."""
    is_large = not isinstance(column.type, Integer) or isinstance(
        column.type, BigInteger
    )
    return [each for each in values if is_large or abs(each) <= INTEGER]


def rows_matching(rows: Select[Any], query: ApiQuery) -> Select[Any]:
    """The rows that have the values in the URL. What the client may not read is no value."""
    model = rows.column_descriptions[0]["entity"]
    for name in query.model_fields_set - {"page", "q", "sort"}:
        value = getattr(query, name)
        refers = reference(type(query).model_fields[name].metadata)
        if refers:
            may_read = is_readable(refers.key.class_)
            is_one = refers.key.in_(possible(refers.key, [value])) & may_read
            if refers.many:
                rows = rows.where(getattr(model, refers.many).any(is_one))
            else:
                keys = db.select(refers.key).where(is_one).correlate(None)
                rows = rows.where(getattr(model, name).in_(keys))
        else:
            column = getattr(model, name)
            rows = rows.where(column.in_(possible(column, [value])))
    return rows
