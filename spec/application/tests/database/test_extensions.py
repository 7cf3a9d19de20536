import enum
from pathlib import Path
from typing import Literal

import pytest
from flask import Flask
from sqlalchemy import (
    Column,
    Enum,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    create_engine,
    inspect,
)
from sqlalchemy.orm import Mapped, mapped_column

from app import create_app
from app.extensions import Base, db
from config import default


class Status(enum.Enum):
    DRAFT = "draft"
    PUBLISHED = "published"


class SamplePage(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    status: Mapped[Status]
    kind: Mapped[Literal["text", "image"]]


def test_a_sqlite_file(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'file.db'}")
    pragmas = ("journal_mode", "busy_timeout", "foreign_keys")
    with engine.connect() as connection:
        values = [connection.exec_driver_sql(f"PRAGMA {name}") for name in pragmas]
        assert [value.scalar() for value in values] == ["wal", 5000, 1]
    engine.dispose()


def test_constraints_have_names_of_their_own() -> None:
    metadata = MetaData(naming_convention=Base.metadata.naming_convention)
    columns = [Column(name, Integer) for name in "abc"]
    table = Table(
        "things",
        metadata,
        *columns,
        *(UniqueConstraint(*names) for names in ("a", "ab", "ac")),
        *(Index(None, *columns[:count]) for count in (1, 2)),
    )
    uniques = {each.name for each in table.constraints if each.name}
    assert uniques == {"pk_things", "uq_things_a", "uq_things_a_b", "uq_things_a_c"}
    assert {each.name for each in table.indexes} == {
        "ix_things_a",
        "ix_things_a_things_b",
    }


@pytest.mark.parametrize("name", ["status", "kind"])
def test_an_enum_is_text_in_the_database(app: Flask, name: str) -> None:
    assert not SamplePage.__table__.columns[name].type.native_enum
    with app.app_context():
        columns = {
            each["name"]: each for each in inspect(db.engine).get_columns("sample_page")
        }
    assert not isinstance(columns[name]["type"], Enum)


def test_production_logs_no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default.Config, "SECRET_KEY", "x" * 32)
    with create_app("production").app_context():
        assert db.engine.hide_parameters


def test_a_connection_is_tried_before_it_is_used(app: Flask) -> None:
    with app.app_context():
        assert db.engine.pool._pre_ping
