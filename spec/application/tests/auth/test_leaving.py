from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKey,
    MetaData,
    Numeric,
    String,
    Table,
    false,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.auth import find_user
from app.extensions import db, mail
from app.leaving import (
    WAIT,
    delete_leavers,
    delete_user,
    emptied,
    enable,
    mail_leaving,
)
from app.models import AuthEvent, SecondFactor, User, UserSession
from app.models.types import utc_now
from app.readers import READERS
from tests.helpers.auth.conftest import EMAIL, PASSWORD, finished, sign_in

OTHER = "eve@example.com"


class LeavingTeam(db.Model):  # type: ignore[name-defined]
    __tablename__ = "leaving_teams"

    id: Mapped[int] = mapped_column(primary_key=True)


User.team_id = mapped_column(ForeignKey(LeavingTeam.id), nullable=True)  # type: ignore[attr-defined]


class LeavingNote(db.Model):  # type: ignore[name-defined]
    __tablename__ = "leaving_notes"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))


class LeavingOrder(db.Model):  # type: ignore[name-defined]
    __tablename__ = "leaving_orders"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    author_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2), default=Decimal("1.50"))
    secret: Mapped[str] = mapped_column(
        String(9), default="s3cret", info={"hidden": True}
    )
    billing_token: Mapped[str] = mapped_column(String(9), default="s3cret")


class LeavingLine(db.Model):  # type: ignore[name-defined]
    __tablename__ = "leaving_lines"

    id: Mapped[int] = mapped_column(primary_key=True)
    note_id: Mapped[int] = mapped_column(ForeignKey("leaving_notes.id"))


class LeavingDraft(db.Model):  # type: ignore[name-defined]
    __tablename__ = "leaving_drafts"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    note_id: Mapped[int] = mapped_column(ForeignKey("leaving_notes.id"))
    former_id: Mapped[int | None] = mapped_column(
        ForeignKey("leaving_drafts.id", ondelete="RESTRICT")
    )


class LeavingVote(db.Model):  # type: ignore[name-defined]
    __tablename__ = "leaving_votes"

    id: Mapped[int] = mapped_column(primary_key=True)
    voter_id: Mapped[int | None] = mapped_column(
        ForeignKey("users.id", ondelete="SET NULL")
    )


@pytest.fixture(autouse=True)
def one_more_user(app: Flask) -> Iterator[None]:
    args = ["users", "create", OTHER]
    app.test_cli_runner().invoke(args=args, input=f"{PASSWORD}\n")
    yield
    READERS.pop(LeavingOrder, None)
    READERS.pop(LeavingTeam, None)


def key_of(email: str) -> int:
    user = find_user(email)
    assert user
    return user.id


def add(*records: object) -> None:
    db.session.add_all(records)
    db.session.commit()


def let_leave(*emails: str) -> None:
    for each in emails:
        over = db.update(User).filter_by(id=key_of(each))
        db.session.execute(over.values(leaves_at=utc_now() - timedelta(seconds=1)))
    db.session.commit()
    assert delete_leavers() == len(emails)
    assert delete_leavers() == 0


def count(model: type) -> int:
    return db.session.query(model).count()


def test_references_decide_what_stays(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    sign_in(client, "wrong")
    with app.app_context():
        ada, eve = key_of(EMAIL), key_of(OTHER)
        factor = SecondFactor(user_id=ada, secret="x", last_step=0)
        for user_id in (ada, eve):
            vote = LeavingVote(voter_id=user_id)
            add(LeavingNote(user_id=user_id), LeavingOrder(user_id=user_id), vote)
        add(factor)
        with mail.record_messages() as messages:
            let_leave(EMAIL)
        assert messages == []
        assert [each.user_id for each in db.session.query(LeavingNote)] == [eve]
        orders = db.session.query(LeavingOrder).order_by(LeavingOrder.id)
        assert [each.user_id for each in orders] == [ada, eve]
        votes = db.session.query(LeavingVote).order_by(LeavingVote.id)
        assert [each.voter_id for each in votes] == [None, eve]
        for model in (UserSession, AuthEvent, SecondFactor):
            assert count(model) == 0
        gone = db.session.get_one(User, ada)
        assert gone.name == "Deleted user"
        assert gone.email == f"deleted-{ada}@deleted.invalid"
        assert gone.password_hash is None
        assert gone.disabled_at
        assert gone.leaves_at is None
        assert find_user(EMAIL) is None
        assert key_of(OTHER) == eve


def test_without_such_records_nothing_stays(app: Flask) -> None:
    with app.app_context():
        add(LeavingNote(user_id=key_of(EMAIL)))
        let_leave(EMAIL, OTHER)
        assert count(LeavingNote) == 0
        assert count(User) == 0


def test_two_users_whose_records_stay(app: Flask) -> None:
    with app.app_context():
        add(*(LeavingOrder(user_id=key_of(each)) for each in (EMAIL, OTHER)))
        let_leave(EMAIL, OTHER)
        assert {each.name for each in db.session.query(User)} == {"Deleted user"}
        assert count(User) == 2


def test_a_user_who_is_enabled_while_another_goes_stays(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delete_and_enable(user: User) -> None:
        delete_user(user)
        for other in db.session.query(User):
            enable(other)
        db.session.commit()

    monkeypatch.setattr("app.leaving.delete_user", delete_and_enable)
    with app.app_context():
        past = utc_now() - timedelta(seconds=1)
        db.session.execute(db.update(User).values(leaves_at=past))
        db.session.commit()
        assert delete_leavers() == 1
        assert count(User) == 1


def test_an_account_that_is_kept_while_its_mail_is_made_stays(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(*_: object) -> str:
        for user in db.session.query(User):
            enable(user)
        db.session.commit()
        return ""

    with app.app_context():
        left, disabled = utc_now() + WAIT, utc_now() - WAIT
        values = {"leaves_at": left, "disabled_at": disabled}
        db.session.execute(db.update(User).values(values))
        db.session.commit()
        key = key_of(EMAIL)
        monkeypatch.setattr("app.leaving.make_link", keep)
        mail_leaving(EMAIL, key, left.isoformat())
        db.session.commit()
        assert db.session.query(User).filter(User.leaves_at.is_not(None)).all() == []


def test_one_that_the_database_keeps_does_not_stop_the_others(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.leaving.emptied", lambda _: {"name": None})
    with app.app_context():
        key = key_of(EMAIL)
        add(LeavingOrder(user_id=key))
        past = utc_now() - timedelta(seconds=1)
        db.session.execute(db.update(User).values(leaves_at=past))
        db.session.commit()
        assert delete_leavers() == 1
        assert [each.id for each in db.session.query(User)] == [key]
    assert f"User {key} cannot be deleted: " in caplog.text
    assert EMAIL not in caplog.text


def test_texts_of_a_user_who_is_gone_fit_their_columns(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = [
        Column(name, String(length), unique=True, nullable=False)
        for name, length in [("handle", 8), ("nick", None)]
    ]
    user = SimpleNamespace(id=1234, __table__=Table("x", MetaData(), *columns))
    monkeypatch.setattr("app.leaving.User", user)
    left = emptied(user)  # type: ignore[arg-type]
    assert (left["handle"], left["nick"]) == ("1234 del", "1234 deleted")


def test_a_note_that_others_need_stays(app: Flask) -> None:
    with app.app_context():
        notes = [LeavingNote(user_id=key_of(EMAIL)) for _ in range(3)]
        add(*notes)
        needed = notes[1].id
        add(LeavingLine(note_id=needed))
        let_leave(EMAIL)
        assert [each.id for each in db.session.query(LeavingNote)] == [needed]
        assert find_user(EMAIL) is None


def test_notes_that_only_own_drafts_need_go(app: Flask) -> None:
    with app.app_context():
        ada = key_of(EMAIL)
        note = LeavingNote(user_id=ada)
        add(note)
        former = None
        for _ in range(3):
            draft = LeavingDraft(user_id=ada, note_id=note.id, former_id=former)
            add(draft)
            former = draft.id
        let_leave(EMAIL)
        assert count(LeavingDraft) == count(LeavingNote) == 0
        assert db.session.get(User, ada) is None


def test_nobody_takes_the_address_of_a_user_who_is_gone(app: Flask) -> None:
    args = ["users", "create", "Deleted-1@deleted.INVALID"]
    result = app.test_cli_runner().invoke(args=args, input=f"{PASSWORD}\n")
    assert "No mail can reach this domain." in result.output


def test_the_page_says_before_what_stays(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    assert "This stays" not in client.get("/account/leave").text
    with app.app_context():
        ada, eve = key_of(EMAIL), key_of(OTHER)
        orders = [LeavingOrder(user_id=each) for each in (ada, ada, eve)]
        add(*orders, LeavingVote(voter_id=ada), LeavingNote(user_id=ada))
    page = client.get("/account/leave").text
    assert "Leaving orders: 2, of “Deleted user”" in page
    assert "Leaving votes: 1, of nobody" in page
    assert "Leaving notes" not in page


def test_the_export_has_what_one_owns_and_may_read(
    app: Flask, client: FlaskClient
) -> None:
    sign_in(client)
    with app.app_context():
        ada, eve = key_of(EMAIL), key_of(OTHER)
        add(*(LeavingOrder(user_id=each) for each in (ada, eve)))
        add(LeavingOrder(user_id=eve, author_id=ada), LeavingVote(voter_id=ada))
    response = client.get("/account/export")
    assert response.json
    assert response.json["leaving_orders"] == [
        {"id": 1, "user_id": ada, "author_id": None, "price": "1.50"},
        {"id": 3, "user_id": eve, "author_id": ada, "price": "1.50"},
    ]
    assert "leaving_votes" not in response.json
    assert "s3cret" not in response.text
    READERS[LeavingOrder] = lambda _: false()
    response = client.get("/account/export")
    assert response.json
    assert response.json["leaving_orders"] == []


@pytest.mark.parametrize(("may_read", "shown"), [(true, 1), (false, None)])
def test_the_export_has_no_key_that_one_may_not_read(
    app: Flask,
    client: FlaskClient,
    may_read: Callable[[], ColumnElement[bool]],
    shown: int | None,
) -> None:
    sign_in(client)
    with app.app_context():
        add(LeavingTeam())
        db.session.execute(db.update(User).values(team_id=1))
        db.session.commit()
    READERS[LeavingTeam] = lambda _: may_read()
    response = client.get("/account/export")
    assert response.json
    assert response.json["account"]["team_id"] == shown


def test_leaving_twice_changes_nothing(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    form = {"current_password": PASSWORD}
    for location in ("/", "/sign-in"):
        response = finished(client.post("/account/leave", data=form))
        assert response.location == location


def test_a_disabled_user_keeps_no_session(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    with app.app_context():  # whoever sets it
        db.session.execute(db.update(User).values(disabled_at=utc_now()))
        db.session.commit()
    assert client.get("/account").status_code == 302
