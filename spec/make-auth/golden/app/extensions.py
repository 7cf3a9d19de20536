"""The extensions, made once and bound to each application in `create_app`."""

import enum
import os
import sqlite3
from pathlib import Path
from typing import Any, Literal

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_mail import Mail
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect
from sqlalchemy import Engine, Enum, MetaData, event
from sqlalchemy.orm import DeclarativeBase

# Relative to the working directory, since Alembic reads a `%` in a path as its own.
MIGRATIONS = os.path.relpath(Path(__file__).parent.parent / "migrations")

BUSY_TIMEOUT = 5000
"""Milliseconds that SQLite waits for another writer."""

# Text with SQLAlchemy's own check: no migration adds a member to PostgreSQL's enums.
ENUM = Enum(enum.Enum, native_enum=False, length=255)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


Base.registry.update_type_annotation_map({enum.Enum: ENUM, Literal: ENUM})


db = SQLAlchemy(model_class=Base)
migrate = Migrate(directory=MIGRATIONS)
csrf = CSRFProtect()
limiter = Limiter(
    get_remote_address, headers_enabled=True, in_memory_fallback_enabled=True
)
mail = Mail()


@event.listens_for(Engine, "connect")
def set_up_sqlite(connection: Any, _record: Any) -> None:
    """What SQLite does only where it is told to, on each connection."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        connection.execute("PRAGMA journal_mode = WAL")  # a writer blocks no reader
        connection.execute("PRAGMA foreign_keys = ON")
