import re
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_mail import Message
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from app.auth import find_user
from app.emails import Connection, post_mail
from app.extensions import db, mail
from app.leaving import begin_leaving, delete_leavers, delete_user
from app.models import OutboxMail, User
from app.models.types import utc_now
from app.outbox import KEPT, MAILS, claim, send_due
from app.reset_links import mail_reset_link
from tests.helpers.auth.conftest import EMAIL, PASSWORD, finished, sign_in

OTHER = "eve@example.com"


def post(*recipients: str) -> None:
    for each in recipients:
        post_mail(mail_reset_link, each)
    db.session.commit()


def waiting() -> list[OutboxMail]:
    return list(db.session.scalars(db.select(OutboxMail).order_by(OutboxMail.id)))


def fail(*_: object, **__: object) -> None:
    raise ValueError(EMAIL)


def test_what_is_rolled_back_causes_no_mail(app: Flask) -> None:
    with app.app_context():
        post_mail(mail_reset_link, EMAIL)
        db.session.rollback()
        assert waiting() == []


def test_a_new_address_that_is_rolled_back_causes_no_mail(app: Flask) -> None:
    with app.test_request_context():
        user = find_user(EMAIL)
        assert user
        user.email = OTHER
        db.session.flush()
        assert [each.recipient for each in waiting()] == [EMAIL]
        db.session.rollback()
        assert waiting() == []


def test_an_address_without_an_account_takes_the_same_work(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def note(work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any) -> Any:
            done.append(work.__name__)
            return work(*args)

        return noted

    for kind, name in [
        (Connection, "__enter__"),
        (Connection, "send"),
        (Message, "as_bytes"),
    ]:
        monkeypatch.setattr(kind, name, note(getattr(kind, name)))
    with app.app_context(), mail.record_messages() as sent:
        post(EMAIL)
        assert send_due() == 1
        assert (done, len(sent)) == (["__enter__", "send"], 1)
        done.clear()
        post(OTHER)
        assert send_due() == 1
    assert (done, len(sent)) == (["__enter__", "as_bytes"], 1)


def test_a_mail_asks_programs_for_no_answer(app: Flask) -> None:
    with app.app_context(), mail.record_messages() as sent:
        post(EMAIL)
        send_due()
        assert "Auto-Submitted: auto-generated" in str(sent[0])


def test_a_mail_belongs_to_one_process(app: Flask) -> None:
    with app.app_context():
        post(EMAIL)
        mine = claim()
        assert mine
        assert claim() is None
        assert mine.due_at > utc_now() + timedelta(minutes=4)


def test_a_process_that_ends_loses_no_mail(app: Flask) -> None:
    with app.app_context(), mail.record_messages() as messages:
        post(EMAIL)
        assert claim()  # and then the power fails
        assert send_due() == 0
        db.session.execute(db.update(OutboxMail).values(due_at=utc_now()))
        db.session.commit()
        assert send_due() == 1
        assert len(messages) == 1


def test_one_that_fails_does_not_stop_the_others(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with app.app_context():
        monkeypatch.setitem(MAILS, "fail", fail)
        post_mail(fail, EMAIL)
        post(EMAIL, OTHER)
        db.session.execute(
            db.insert(OutboxMail), [{"kind": "gone", "recipient": EMAIL, "values": {}}]
        )
        db.session.commit()
        assert send_due() == 2
        assert [each.kind for each in waiting()] == ["fail", "gone"]
    assert "fail 1: ValueError, in fail" in caplog.text
    assert EMAIL not in caplog.text


@pytest.mark.parametrize("age", [timedelta(0), KEPT * 2])
def test_one_that_is_deleted_meanwhile_does_not_stop_the_others(
    app: Flask, monkeypatch: pytest.MonkeyPatch, age: timedelta
) -> None:
    gone = db.delete(OutboxMail).where(OutboxMail.kind == "lose")

    def lose(_: str) -> None:
        db.session.commit()
        with db.engine.begin() as another_process:
            another_process.execute(gone)
        raise ValueError

    with app.app_context():
        monkeypatch.setitem(MAILS, "lose", lose)
        post_mail(lose, EMAIL)
        db.session.execute(db.update(OutboxMail).values(created_at=utc_now() - age))
        post(EMAIL)
        assert send_due() == 1
        assert waiting() == []


def test_pauses_grow(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.reset_links.send_mail", fail)
    with app.app_context():
        post(EMAIL)
        pauses = []
        for _ in range(8):
            db.session.execute(db.update(OutboxMail).values(due_at=utc_now()))
            db.session.commit()
            before = utc_now()
            send_due()
            pauses.append((waiting()[0].due_at - before) // timedelta(minutes=1))
        assert pauses == [2, 4, 8, 16, 32, 64, 120, 120]


def transactions() -> list[object]:
    """Those that are open, from now on."""
    held: list[object] = []
    event.listen(db.engine, "begin", held.append)
    for end in ("commit", "rollback"):
        event.listen(db.engine, end, held.remove)
    return held


def test_no_transaction_waits_for_the_mail_server(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []

    def connect(connection: Connection) -> Connection:
        waits.append(len(held))
        return connection

    monkeypatch.setattr(Connection, "__enter__", connect)
    with app.app_context():
        post(EMAIL, OTHER)
        held = transactions()
        assert send_due() == 2
    assert waits == [0, 0]


def test_a_watch_says_once_that_the_database_is_away(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answers = [True, False, False, False, True, True]

    def look() -> None:
        if not answers.pop(0):
            refused = Exception("connection refused\nIs the server running?")
            raise OperationalError("SELECT 1", {}, refused)

    def sleep(_: int) -> None:
        if not answers:
            raise SystemExit

    monkeypatch.setattr("app.outbox.time.sleep", sleep)
    monkeypatch.setattr("app.outbox.claim", look)
    caplog.set_level("INFO")
    app.test_cli_runner().invoke(args=["mail", "send", "--watch"])
    assert [each.getMessage() for each in caplog.records] == [
        "The database fails, so mails wait. Trying every 10 seconds: connection refused",
        "The database is back: mails are sent again.",
    ]


def test_a_watch_that_sleeps_holds_no_transaction(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asleep: list[int] = []

    def sleep(_: int) -> None:
        asleep.append(len(held))
        if len(asleep) == 2:
            raise SystemExit

    monkeypatch.setattr("app.outbox.time.sleep", sleep)
    with app.app_context():
        post(EMAIL)
        held = transactions()
    app.test_cli_runner().invoke(args=["mail", "send", "--watch"])
    assert asleep == [0, 0]
    with app.app_context():
        assert waiting() == []


def test_no_mail_that_waits_holds_a_link(app: Flask, client: FlaskClient) -> None:
    client.post("/sign-up", data={"email": OTHER, "name": "Eve"})
    form = {"email": EMAIL, "password": PASSWORD}
    client.post("/sign-in", data=form)
    values = {"current_password": PASSWORD, "password": "staple battery horse"}
    for path, form in [
        ("/forgot-password", {"email": EMAIL}),
        ("/account", {"email": OTHER, "name": "Ada"}),
        ("/account/password", values),
        ("/account/leave", {"current_password": "staple battery horse"}),
    ]:
        assert client.post(path, data=form).status_code == 302
    with app.app_context():
        rows = waiting()
        assert {each.kind for each in rows} == {*MAILS} - {
            "mail_new_address",
            "mail_new_factor",
            "mail_new_token",
            "mail_wrong_codes",
        }
        for row in rows:
            assert not re.search(r"http|token|/|[\w.-]{20}", str(row.values))
    finished(client.get("/"))
    finished(client.post("/forgot-password", data={"email": EMAIL}))
    with app.app_context():
        assert waiting() == []


def leave_a_day_ago() -> None:
    user = find_user(EMAIL)
    assert user
    assert begin_leaving(user)
    let_the_day_end()


def let_the_day_end() -> None:
    long_ago = utc_now() - timedelta(hours=1)
    db.session.execute(db.update(User).values(leaves_at=long_ago))
    db.session.execute(db.update(OutboxMail).values(due_at=long_ago))
    db.session.commit()


def test_a_late_mail_keeps_the_account_for_a_day(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context(), mail.record_messages() as sent:
        leave_a_day_ago()
        assert delete_leavers() == 0
        with monkeypatch.context() as away:
            away.setattr(Connection, "__enter__", fail)
            assert send_due() == 0
        let_the_day_end()
        assert delete_leavers() == 0
        assert send_due() == 1
        assert delete_leavers() == 0
    found = re.search(r"https://[^/]+(/\S+)", str(sent[0].body))
    assert found
    assert "Keep the account" in client.get(found[1]).text


def test_a_mail_that_is_given_up_keeps_the_account_for_a_day(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "__enter__", fail)
    with app.app_context():
        leave_a_day_ago()
        created_at = utc_now() - KEPT * 2
        db.session.execute(db.update(OutboxMail).values(created_at=created_at))
        db.session.commit()
        assert send_due() == 0
        assert waiting() == []
        assert delete_leavers() == 0
        let_the_day_end()
        assert delete_leavers() == 1


@pytest.mark.parametrize("path", ["/account", "/account/leave"])
def test_a_mail_that_waits_is_not_about_a_later_user_with_the_same_key(
    app: Flask, client: FlaskClient, path: str
) -> None:
    sign_in(client)
    form = {"name": "Ada", "email": OTHER, "current_password": PASSWORD}
    assert client.post(path, data=form).status_code == 302
    with app.app_context(), mail.record_messages() as sent:
        user = find_user(EMAIL)
        assert user
        key = user.id
        delete_user(user)
        later = User(id=key, name="Grace", email="grace@example.com")
        db.session.add(later)
        db.session.commit()
        assert begin_leaving(later)
        db.session.commit()
        assert send_due() == 2
    assert [each.recipients for each in sent] == [["grace@example.com"]]


def test_a_mail_is_in_the_list_of_mails(app: Flask) -> None:
    modules = [
        import_module(f"app.{path.stem}")
        for path in Path(app.root_path).glob("*.py")
        if "def mail_" in path.read_text()
    ]
    found = {
        name for module in modules for name in vars(module) if name.startswith("mail_")
    }
    assert found == set(MAILS)
