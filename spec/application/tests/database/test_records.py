from collections.abc import Callable, Iterator

import pytest
from flask import Flask, render_template_string
from sqlalchemy import Column, ForeignKey, Table, event, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.extensions import db
from app.models import User
from app.readers import READERS
from app.records import NEWEST, lost, newest, related

crowns_holders = Table(
    "crowns_holders",
    db.metadata,
    Column("crown_id", ForeignKey("sample_crown.id"), primary_key=True),
    Column("user_id", ForeignKey(User.id), primary_key=True),
)


class SampleCrown(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    maker_id: Mapped[int | None] = mapped_column(ForeignKey(User.id))
    maker_email: Mapped[str | None] = mapped_column(ForeignKey(User.email))
    holders: Mapped[list[User]] = relationship(secondary=crowns_holders)


class SampleBadge(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(
        ForeignKey(User.id, ondelete="RESTRICT")
    )
    owner: Mapped[str | None] = mapped_column(ForeignKey(User.email))


class SampleCloak(db.Model):  # type: ignore[name-defined]
    __tablename__ = "sample_cloaks"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey(User.id, ondelete="CASCADE"))


@pytest.fixture
def user(app: Flask) -> Iterator[User]:
    with app.test_request_context():
        user = User(name="Ada", email="ada@example.com")
        db.session.add(user)
        db.session.commit()
        yield user


def test_related(user: User) -> None:
    badge = SampleBadge(user_id=user.id, owner=user.email)
    for name in ("user_id", "owner"):
        text = "{{ (badge | related(name)).name }}"
        assert render_template_string(text, badge=badge, name=name) == "Ada"


def test_what_refers_to_nothing(user: User) -> None:
    text = "{{ badge | related('user_id') }}"
    assert render_template_string(text, badge=SampleBadge()) == "None"


def count_queries(run: Callable[[], object]) -> int:
    queries: list[object] = []

    def count(*of: object) -> None:
        queries.append(of)

    event.listen(db.engine, "before_cursor_execute", count)
    run()
    event.remove(db.engine, "before_cursor_execute", count)
    return len(queries)


def test_newest(user: User) -> None:
    other = User(name="Eve", email="eve@example.com")
    db.session.add(other)
    db.session.flush()
    crowns = [SampleCrown(maker_id=user.id) for _ in range(NEWEST + 2)]
    crowns += [SampleCrown(maker_email=user.email, holders=[other, user])]
    db.session.add_all([*crowns, SampleCrown(maker_id=other.id, holders=[other])])
    db.session.commit()
    by_key, count = newest(user, "SampleCrown.maker_id")
    assert (by_key, count) == (crowns[NEWEST + 1 : 1 : -1], NEWEST + 2)
    assert newest(user, "SampleCrown.maker_email") == ([crowns[-1]], 1)
    assert newest(user, "SampleCrown.holders") == ([crowns[-1]], 1)


def test_newest_loads_what_it_shows_at_once(user: User) -> None:
    for _ in range(3):
        crown = SampleCrown(maker_id=user.id, maker_email=user.email, holders=[user])
        db.session.add(crown)
    db.session.commit()
    names = ["maker_id", "maker_email", "holders"]

    def show() -> None:
        crowns, _ = newest(user, "SampleCrown.maker_id", *names)
        shown = [related(crown, name) for crown in crowns for name in names]
        assert shown == [user, user, [user]] * 3

    _ = user.id  # reads the user again
    assert count_queries(show) == 3  # crowns, their holders, and their number


def test_newest_for_readers(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    db.session.add(SampleCrown(maker_id=user.id))
    db.session.commit()
    monkeypatch.setitem(READERS, SampleCrown, lambda _: false())
    assert newest(user, "SampleCrown.maker_id") == ([], 0)


def test_what_is_lost(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(lost(user)) == []
    crown = SampleCrown(maker_id=user.id, holders=[user])
    db.session.add_all([crown, *(SampleCloak(user_id=user.id) for _ in range(12))])
    db.session.commit()
    assert list(lost(user)) == [("CASCADE", "sample cloaks (12)")]
    assert list(lost(crown)) == []
    monkeypatch.setitem(SampleCloak.__table__.info, "hidden", True)
    assert list(lost(user)) == []
    db.session.add(SampleBadge(user_id=user.id))
    db.session.commit()
    assert list(lost(user)) == [("RESTRICT", "sample badge (1)")]
    monkeypatch.setitem(READERS, SampleBadge, lambda _: false())
    assert list(lost(user)) == []
    monkeypatch.undo()
    monkeypatch.setitem(READERS, SampleCloak, lambda _: false())
    assert list(lost(user)) == [("RESTRICT", "sample badge (1)")]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ("", "Delete user?</h2>"),
        (", name", "Delete user “<bdi>A &amp; B</bdi>”?</h2>"),
        (
            ", name, [('CASCADE', 'posts (2)'), ('CASCADE', 'notes (1)')]",
            "it, too: posts (2), notes (1).</p>",
        ),
        (", name, [('RESTRICT', 'posts (2)')]", "what refers to it: posts (2).</p>"),
    ],
)
def test_what_the_dialog_says(app: Flask, arguments: str, found: str) -> None:
    macro = '{% from "macros/forms.html" import delete %}'
    text = f'{macro}{{{{ delete("/", "Delete user"{arguments}) }}}}'
    with app.test_request_context():
        page = render_template_string(text, name="A & B")
    assert found in page
    assert ("too:" in page) == ("CASCADE" in arguments)
    assert ("Yes, delete" in page) == ("RESTRICT" not in arguments)
