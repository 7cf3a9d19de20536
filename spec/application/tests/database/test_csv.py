import csv
import enum
import io
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from flask import Flask, Response
from sqlalchemy import (
    JSON,
    Column,
    Enum,
    ForeignKey,
    Numeric,
    String,
    Table,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.extensions import db
from app.lists import PER_PAGE, RecordList
from app.models import User
from app.models.types import UtcDateTime
from app.readers import READERS


class Shade(enum.Enum):
    DARK_GREEN = "dark_green"


finders = Table(
    "leaves_finders",
    db.metadata,
    Column("leaf_id", ForeignKey("leaf.id"), primary_key=True),
    Column("user_id", ForeignKey(User.id), primary_key=True),
)


class Leaf(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str | None] = mapped_column(String(80))
    weight: Mapped[Decimal | None] = mapped_column(Numeric(10, 2))
    shade: Mapped[Shade | None] = mapped_column(Enum(Shade, native_enum=False))
    format: Mapped[bool] = mapped_column(default=False)
    data: Mapped[Any | None] = mapped_column(JSON)
    seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey(User.id))
    api_token: Mapped[str | None]
    max_tokens: Mapped[int | None]
    pin: Mapped[str | None] = mapped_column(info={"hidden": True})
    finders: Mapped[list[User]] = relationship(secondary=finders)


@pytest.fixture
def app(app: Flask) -> Flask:
    with app.app_context():
        ada = User(name="Ada", email="ada@example.com")
        eve = User(name="Eve", email="eve@example.com")
        db.session.add_all([ada, eve])
        db.session.flush()
        oak = Leaf(
            name='An "oak", \nold',
            weight=Decimal("-0.50"),
            shade=Shade.DARK_GREEN,
            format=True,
            data={"é": [1]},
            seen_at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
            owner_id=eve.id,
            api_token="confidential",
            max_tokens=-3,
            pin="confidential",
        )
        db.session.add_all([oak, Leaf(name="Elm", owner_id=ada.id), Leaf(name="Ash")])
        db.session.commit()
    return app


def leaves(query: Any = None) -> RecordList:
    return RecordList(
        db.select(Leaf).order_by(Leaf.id) if query is None else query,
        search=[Leaf.name],
        sort=[Leaf.name, Leaf.owner_id],
        filters=[Leaf.format],
        labels={Leaf.owner_id: User.name},
    )


def rows(response: Response) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(response.get_data(as_text=True))))


def names(app: Flask, url: str) -> list[str]:
    with app.test_request_context(url):
        return [row["name"] for row in rows(leaves().csv())]


def test_values_for_programs(app: Flask) -> None:
    with app.test_request_context("/?format=csv"):
        oak, elm, _ = rows(leaves().csv())
    assert oak == {
        "id": "1",
        "name": 'An "oak", \nold',
        "weight": "-0.50",
        "shade": "dark_green",
        "format": "True",
        "data": '{"é": [1]}',
        "seen_at": "2026-01-02 03:04:05+00:00",
        "owner_id": "2",
        "max_tokens": "-3",
    }
    assert (elm["weight"], elm["shade"], elm["data"], elm["seen_at"]) == ("",) * 4


def test_a_file_that_is_streamed(app: Flask) -> None:
    with app.test_request_context("/?format=csv"):
        response = leaves().csv()
        assert response.is_streamed
        assert response.content_type == "text/csv; charset=utf-8"
        assert (
            response.headers["Content-Disposition"] == "attachment; filename=leaf.csv"
        )
        assert b"confidential" not in response.get_data()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("=1+1", "'=1+1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "\t'=1"),
        ("\r=1", "\r'=1"),
        ("one;=1", "one;'=1"),
        ('one;""=1', 'one;""\'=1'),
        ("one\n-two\r\n@three", "one\n'-two\r\n'@three"),
        ("one\t\uff1d1", "one\t'\uff1d1"),
        ("one; two-three", "one; two-three"),
        ("  =1", "  '=1"),
        ("one; \u00a0=1", "one; \u00a0'=1"),
        ("one\n -two", "one\n '-two"),
        ("one =1", "one =1"),
        ("1=1", "1=1"),
        ('"=1', '"=1'),
    ],
)
def test_formulas(app: Flask, name: str, written: str) -> None:
    with app.test_request_context("/?format=csv"):
        db.session.add(Leaf(name=name))
        db.session.commit()
        assert f'"{written.replace(chr(34), chr(34) * 2)}"' in leaves().csv().get_data(
            as_text=True
        )


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("/?format=csv&q=e", ["Elm"]),
        ("/?format=csv&format_=True", ['An "oak", \nold']),
        ("/?format=csv&sort=name", ['An "oak", \nold', "Ash", "Elm"]),
        ("/?format=csv&sort=-owner_id", ['An "oak", \nold', "Elm", "Ash"]),
        ("/?format=csv&page=2", ['An "oak", \nold', "Elm", "Ash"]),
        ("/?format=csv&q=nothing", []),
    ],
)
def test_what_the_page_would_list(app: Flask, url: str, found: list[str]) -> None:
    assert names(app, url) == found


def test_keys_of_records_that_the_visitor_may_not_read(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(READERS, User, lambda user: user.name == "Ada")
    with app.test_request_context("/?format=csv&sort=owner_id"):
        found = {row["name"]: row["owner_id"] for row in rows(leaves().csv())}
    assert found == {'An "oak", \nold': "", "Elm": "1", "Ash": ""}


@pytest.mark.filterwarnings("error")
def test_names_of_many_records(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> list[str]:
        query = db.select(Leaf).where(Leaf.name == "Elm")
        found = RecordList(query, labels={Leaf.finders: User.name})
        return [row["finders"] for row in rows(found.csv())]

    with app.test_request_context("/?format=csv"):
        elm = db.session.scalars(db.select(Leaf).where(Leaf.name == "Elm")).one()
        elm.finders = list(db.session.scalars(db.select(User)))
        db.session.commit()
        assert [sorted(each.split(", ")) for each in found()] == [["Ada", "Eve"]]
        monkeypatch.setitem(READERS, User, lambda user: user.name == "Ada")
        assert found() == ["Ada"]
        monkeypatch.setitem(READERS, User, lambda _: false())
        assert found() == [""]


def test_a_value_that_no_filter_has(app: Flask) -> None:
    assert names(app, "/?format=csv&format_=maybe") == []
    with app.test_request_context("/?format_=maybe"):
        assert leaves().total == 3


def test_all_pages(app: Flask) -> None:
    with app.app_context():
        db.session.add_all(Leaf(name=f"Leaf {n}") for n in range(40 * PER_PAGE))
        db.session.commit()
    assert len(names(app, "/?format=csv")) == 40 * PER_PAGE + 3


def test_a_query_of_distinct_records(app: Flask) -> None:
    query = db.select(Leaf.id).join(User, User.id == Leaf.owner_id).distinct()
    whole = db.select(Leaf).where(Leaf.id.in_(query))
    with app.test_request_context("/?format=csv&sort=name"):
        found = [row["id"] for row in rows(leaves(whole).csv())]
        assert found == ["1", "2"]


def test_other_formats(app: Flask) -> None:
    for url in ["/", "/?format=", "/?format=pdf"]:
        with app.test_request_context(url):
            assert not leaves().is_csv
    with app.test_request_context("/?format=csv&q=elm&sort=name"):
        assert leaves().is_csv
        assert leaves().url(format="csv") == "?q=elm&sort=name&format=csv"
        assert leaves().url() == "?q=elm&sort=name"
