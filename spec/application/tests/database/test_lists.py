import enum
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask, render_template_string
from sqlalchemy import Enum, ForeignKey, String, event
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.lists import RecordList
from app.models import User
from app.models.types import UtcDateTime
from app.records import MOST


class Colour(enum.Enum):
    RED = "red"
    DARK_BLUE = "dark_blue"


class Kite(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str | None] = mapped_column(String(80))
    colour: Mapped[Colour] = mapped_column(
        Enum(Colour, native_enum=False), default=Colour.RED
    )
    size: Mapped[str] = mapped_column(Enum("big", "small", native_enum=False))
    is_new: Mapped[bool] = mapped_column(default=False)
    page: Mapped[bool] = mapped_column(default=False)
    flown_at: Mapped[Any | None] = mapped_column(UtcDateTime)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey(User.id))
    maker_email: Mapped[str | None] = mapped_column(ForeignKey(User.email))


@pytest.fixture
def app(app: Flask) -> Flask:
    with app.app_context():
        ada = User(name="Ada", email="ada@example.com")
        eve = User(name="eve", email="eve@example.com")
        db.session.add_all([ada, eve])
        db.session.flush()
        db.session.add_all(
            [
                Kite(name="Wind 50%", size="big", owner_id=eve.id, is_new=True),
                Kite(name="breeze", size="big", owner_id=ada.id, page=True),
                Kite(name="Calm_air", size="small", maker_email=ada.email),
                Kite(name=None, size="small", colour=Colour.DARK_BLUE),
            ]
        )
        db.session.commit()
    return app


def kites(**changes: Any) -> RecordList:
    options: dict[str, Any] = {
        "search": [Kite.name, Kite.size],
        "sort": [Kite.name, Kite.colour, Kite.owner_id],
        "filters": [Kite.colour, Kite.size, Kite.is_new, Kite.page, Kite.owner_id],
        "labels": {Kite.owner_id: User.name, Kite.maker_email: User.name},
    }
    return RecordList(db.select(Kite).order_by(Kite.id), **options | changes)


def ids(app: Flask, url: str) -> list[int]:
    with app.test_request_context(url):
        return [kite.id for kite in kites()]


def add_kites(count: int) -> None:
    owner = db.session.scalars(db.select(User.id)).first()
    kites = [Kite(name=f"Kite {n}", size="big", owner_id=owner) for n in range(count)]
    db.session.add_all(kites)
    db.session.commit()


def test_key_among_many_choices(app: Flask) -> None:
    with app.test_request_context("/?owner_id=1"):
        users = [User(name=f"1 {n}", email=f"{n}@example.com") for n in range(MOST)]
        db.session.add_all(users)
        db.session.commit()
        [of_owner] = [each for each in kites().filters if each.name == "owner_id"]
        assert of_owner.choices == {"1": "Ada"}
        assert [kite.name for kite in kites()] == ["breeze"]


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("/", [1, 2, 3, 4]),
        ("/?q=BREEZE", [2]),
        ("/?q=small", [3, 4]),
        ("/?q=%25", [1]),
        ("/?q=_", [3]),
        ("/?q=%5C", []),
        ("/?q=%00br%00", [2]),
        ("/?q=" + "x" * 60_000, []),
        ("/?colour=dark_blue", [4]),
        ("/?colour=green", [1, 2, 3, 4]),
        ("/?size=small", [3, 4]),
        ("/?is_new=True", [1]),
        ("/?is_new=False&size=big", [2]),
        ("/?page_=True", [2]),
        ("/?owner_id=1", [2]),
        ("/?owner_id=99", [1, 2, 3, 4]),
        ("/?owner_id=%00", [1, 2, 3, 4]),
    ],
)
def test_what_is_found(app: Flask, url: str, found: list[int]) -> None:
    assert ids(app, url) == found


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("name", [2, 3, 1, 4]),
        ("-name", [1, 3, 2, 4]),
        ("owner_id", [2, 1, 3, 4]),
        ("-owner_id", [1, 2, 3, 4]),
        ("size", [1, 2, 3, 4]),
        ("--name", [1, 2, 3, 4]),
        ("password", [1, 2, 3, 4]),
    ],
)
def test_the_order(app: Flask, sort: str, order: list[int]) -> None:
    assert ids(app, f"/?sort={sort}") == order


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("4", 3),
        ("9223372036854775807", 3),
        ("9" * 5000, 1),
        ("0", 1),
        ("-1", 1),
        ("two", 1),
    ],
)
def test_the_page(app: Flask, page: str, shown: int) -> None:
    with app.test_request_context(f"/?page={page}"):
        add_kites(41)
        found = kites()
        assert (found.page, found.pages, found.total) == (shown, 3, 45)
        assert len(list(found)) == (5 if shown == 3 else 20)


@pytest.mark.parametrize("sort", ["name", "colour", "owner_id"])
def test_a_query_of_distinct_records(app: Flask, sort: str) -> None:
    """PostgreSQL sorts these by nothing that is not selected."""
    query = db.select(Kite).join(User, User.id == Kite.owner_id).distinct()
    labels = {Kite.owner_id: User.name}
    with app.test_request_context(f"/?sort={sort}"):
        found = RecordList(query, sort=[getattr(Kite, sort)], labels=labels)
        assert {kite.id for kite in found} == {1, 2}


def test_an_empty_list(app: Flask) -> None:
    with app.test_request_context("/?q=nothing&page=2"):
        found = kites()
        assert (found.page, found.pages, found.total, list(found)) == (1, 1, 0, [])
        assert found.is_filtered
    with app.test_request_context("/?colour=&q=+&sort=name"):
        assert not kites().is_filtered


def test_its_urls(app: Flask) -> None:
    with app.test_request_context("/?q=a+%26&sort=name&colour=red&page=2&other=1"):
        assert kites().url() == "?q=a+%26&sort=name&colour=red"
        assert kites().url(page=3, sort="") == "?q=a+%26&colour=red&page=3"


def test_choices(app: Flask) -> None:
    with app.test_request_context():
        chosen = [
            (each.label, list((each.choices or {}).values()))
            for each in kites().filters
        ]
        assert chosen == [
            ("Colour", ["Red", "Dark blue"]),
            ("Size", ["Big", "Small"]),
            ("Is new", ["Yes", "No"]),
            ("Page", ["Yes", "No"]),
            ("Owner", ["Ada", "eve"]),
        ]


def test_more_references_than_a_select_holds(app: Flask) -> None:
    with app.test_request_context("/?owner_id=EV"):
        names = [f"User {number}" for number in range(MOST)]
        db.session.add_all(User(name=name, email=name) for name in names)
        db.session.commit()
        found = kites()
        assert found.filters[-1].choices is None
        assert [kite.id for kite in found] == [1]


def test_a_column_without_choices(app: Flask) -> None:
    with app.test_request_context(), pytest.raises(TypeError, match="Kite.name"):
        kites(filters=[Kite.name])


@contextmanager
def asking() -> Iterator[list[str]]:
    """The queries that the database is asked meanwhile."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield asked
    event.remove(db.engine, "before_cursor_execute", note)


def queries() -> int:
    """The number of queries that it takes to show a list and what it refers to."""
    text = """{% for kite in kites %}
      {{ (kite | related("owner_id")).name }} {{ (kite | related("maker_email")).name }}
    {% endfor %}"""
    db.session.expire_all()
    with asking() as asked:
        assert "Ada" in render_template_string(text, kites=kites())
    return len(asked)


def test_as_many_queries_for_many_records(app: Flask) -> None:
    with app.test_request_context():
        few = queries()
        add_kites(15)
        assert queries() == few == 3


def test_a_sort_without_the_rest_of_the_records(app: Flask) -> None:
    with app.test_request_context("/?sort=-name&page=2"):
        add_kites(30)
        with asking() as asked:
            names = [kite.name for kite in kites()]
        sorts = asked[-1].partition("WHERE")[2].partition("LIMIT")[0]
        assert "kite.name" in sorts
        assert "kite.colour" not in sorts
        assert "JOIN" not in sorts
        assert names[-4:] == ["Kite 0", "Calm_air", "breeze", None]
        assert len(names) == 14


def test_a_search_that_finds_nothing_asks_for_no_page(app: Flask) -> None:
    with app.test_request_context("/?q=nothing"), asking() as asked:
        assert list(kites(filters=[])) == []
        assert len(asked) == 1


def test_macros(app: Flask) -> None:
    text = """{% from "macros/lists.html" import heading, pages, search %}
      {{ search(kites) }} {{ heading(kites, "name", "Name") }}
      {{ heading(kites, "size", "Size") }} {{ pages(kites) }}"""
    with app.test_request_context("/?q=<b>&sort=name&colour=red&page=2"):
        add_kites(41)
        for kite in db.session.scalars(db.select(Kite)):
            kite.name = "<b>"
        db.session.commit()
        html = render_template_string(text, kites=kites())
    assert 'value="&lt;b&gt;"' in html
    assert '<option value="red" selected>Red</option>' in html
    assert 'href="?q=%3Cb%3E&amp;sort=-name&amp;colour=red"' in html
    assert 'aria-sort="ascending"' in html
    assert "sort=size" not in html
    assert "Page 2 of 3" in html
    assert 'rel="next"' in html
    assert 'rel="prev"' in html
