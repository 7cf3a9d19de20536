"""What records refer to."""

from typing import Any

from flask import Flask
from sqlalchemy import inspect

from app.extensions import db


def related(record: Any, name: str) -> Any:
    """The row that a foreign key names; in a template: `post | related("user_id")`."""
    value = getattr(record, name)
    if value is None:
        return None
    mapper = inspect(type(record))
    key = next(iter(mapper.columns[name].foreign_keys)).column
    model = next(
        each.class_
        for each in mapper.registry.mappers
        if each.local_table is key.table and not each.single
    )
    return db.session.scalar(db.select(model).where(key == value))


def init_app(app: Flask) -> None:
    app.jinja_env.filters["related"] = related
