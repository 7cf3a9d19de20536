from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from flask import Flask, current_app
from flask.testing import FlaskClient
from sqlalchemy import Select, event

from app.auth import find_user, set_password
from app.events import delete_old_events, mail_new_device, write_failure
from app.extensions import db, mail
from app.models import AuthEvent, AuthEventKind, User
from app.models.types import utc_now
from app.outbox import send_due
from app.sessions import begin_session
from tests.helpers.auth.conftest import EMAIL, PASSWORD, finished, sign_in


def kinds() -> list[str]:
    events = db.select(AuthEvent).order_by(AuthEvent.id)
    return [each.kind.value for each in db.session.scalars(events)]


def user() -> User:
    found = find_user(EMAIL)
    assert found
    return found


def test_code_and_commands_are_written_down(app: Flask) -> None:
    with app.app_context():
        user().email = "ada@new.example"
        db.session.commit()
        found = find_user("ada@new.example")
        assert found
        found.is_admin = True
        set_password(found, PASSWORD)
        db.session.commit()
        found.name = "Countess"
        found.email = "ADA@new.example"
        found.is_admin = True
        db.session.commit()
        assert kinds() == ["address_changed", "password_changed", "admin_changed"]
        event = db.session.scalars(db.select(AuthEvent)).first()
        assert event and (event.address, event.device) == ("", "")


def test_what_is_rolled_back_did_not_happen(app: Flask) -> None:
    with app.app_context():
        set_password(user(), PASSWORD)
        db.session.flush()
        db.session.rollback()
        assert kinds() == []


def test_a_mail_server_that_hangs_holds_up_no_event(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = Event()
    with ThreadPoolExecutor(max_workers=1) as mailer:
        monkeypatch.setattr("app.emails.mailer", mailer)
        mailer.submit(answers.wait)
        try:
            client.post("/forgot-password", data={"email": EMAIL}).close()
            sign_in(client, "a wrong password")
            with app.app_context():
                assert kinds() == ["wrong_password"]
        finally:
            answers.set()


def test_a_wrong_password_is_the_same_work_for_nobody(app: Flask) -> None:
    statements: list[list[str]] = []

    def note(_connection: object, _cursor: object, text: str, *_: object) -> None:
        statements[-1].append(text)

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
        for email in (EMAIL, "nobody@example.com"):
            statements.append([])
            write_failure(email, {"address": "127.0.0.1", "device": "Firefox"})
        assert statements[0] == statements[1]
        assert kinds() == ["wrong_password"]
        event.remove(db.engine, "before_cursor_execute", note)


def test_no_number_of_sign_ins_hides_a_change(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    with app.app_context():
        user().is_admin = True
        db.session.commit()
        for _ in range(20):
            wait_with_mail(agent="Firefox on Linux")
    page = client.get("/account").text
    assert page.count('"row">Signed in<') == 10
    assert page.count('"row">Admin changed<') == 1


def test_a_renewed_hash_is_no_new_password(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        user()
        weak = {"password_hash": "scrypt:512:8:1$salt$" + "0" * 128}
        db.session.execute(db.update(User).values(weak))
        db.session.commit()
    sign_in(client)
    with app.app_context():
        assert kinds() == ["wrong_password"]


def test_the_password_of_nobody_is_written_down_nowhere(
    app: Flask, client: FlaskClient
) -> None:
    form = {"email": "eve@example.com", "password": PASSWORD}
    finished(client.post("/sign-in", data=form))
    with app.app_context():
        assert kinds() == []


def test_guesses_on_the_account_page_count(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    form = {"current_password": "wrong", "password": "correct horse staple"}
    finished(client.post("/account/password", data=form))
    with app.app_context():
        assert kinds() == ["signed_in", "wrong_password"]


def test_guesses_hide_nothing(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    with app.app_context():
        key = user().id
        wrong = AuthEventKind.WRONG_PASSWORD
        db.session.add_all(AuthEvent(user_id=key, kind=wrong) for _ in range(120))
        db.session.commit()
    page = client.get("/account").text
    assert "Signed in</th>" in page
    assert "in the last 90 days: 100 or more." in page


def test_ending_what_is_no_session_hides_nothing(
    app: Flask, client: FlaskClient
) -> None:
    sign_in(client)
    for path in ("999", "end-others"):
        path = path if path == "end-others" else f"{path}/end"
        client.post(f"/account/sessions/{path}")
    with app.app_context():
        assert kinds() == ["signed_in"]


def test_old_events_are_deleted(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    for days, count in [(89, 0), (91, 1)]:
        with app.app_context():
            then = utc_now() - timedelta(days=days)
            db.session.execute(db.update(AuthEvent).values(created_at=then))
            assert delete_old_events() == count
            db.session.commit()


@pytest.mark.parametrize("most", ["-1", "0", "10001", str(2**63)])
def test_a_number_of_events_that_is_refused(app: Flask, most: str) -> None:
    args = ["users", "events", EMAIL, "--most", most]
    result = app.test_cli_runner().invoke(args=args)
    assert result.exit_code == 2
    assert f"{most} is not in the range 1<=x<=10000." in result.output


def test_others_see_none_of_it(app: Flask, client: FlaskClient) -> None:
    sign_in(client, "wrong")
    args = ["users", "create", "eve@example.com"]
    app.test_cli_runner().invoke(args=args, input=f"{PASSWORD}\n")
    form = {"email": "eve@example.com", "password": PASSWORD}
    finished(client.post("/sign-in", data=form))
    assert "Wrong passwords" not in client.get("/account").text


def test_wrong_codes_hide_nothing_else(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    with app.app_context():
        for _ in range(12):
            event = AuthEvent(user_id=user().id, kind=AuthEventKind.WRONG_CODE)
            db.session.add(event)
        db.session.commit()
    page = client.get("/account").text
    assert "Signed in" in page
    assert "Wrong code<" not in page
    assert "in the last 90 days: 12." in page


@pytest.mark.parametrize(
    ("agents", "count"),
    [
        (["Firefox on Linux"], 0),
        (["Firefox on Linux"] * 2, 0),
        (["Firefox on Linux", "Safari on iPad"], 1),
        (["Firefox on Linux", "Safari on iPad", "Safari on iPad"], 1),
    ],
)
def test_a_device_is_new_once(app: Flask, agents: list[str], count: int) -> None:
    with app.app_context(), mail.record_messages() as messages:
        for agent in agents:
            sign_in(app.test_client(), user_agent=agent)
    assert len(messages) == count


@pytest.mark.parametrize("is_cleaned", [False, True])
@pytest.mark.parametrize("agent", ["Firefox on Linux", "Safari on iPad"])
def test_a_device_that_was_not_used_for_long_is_new_again(
    app: Flask, agent: str, is_cleaned: bool
) -> None:
    with app.app_context(), mail.record_messages() as messages:
        sign_in(app.test_client(), user_agent="Firefox on Linux")
        former = {"created_at": utc_now() - timedelta(days=91)}
        for model in (User, AuthEvent):
            db.session.execute(db.update(model).values(former))
        if is_cleaned:
            delete_old_events()
        db.session.commit()
        sign_in(app.test_client(), user_agent=agent)
    assert len(messages) == 1


def test_of_two_that_sign_in_at_once_the_first_is_told(app: Flask) -> None:
    with app.app_context(), mail.record_messages() as messages:
        for device in ("Firefox", "Safari", "Safari"):
            values = {"user_id": user().id, "device": device}
            db.session.add(AuthEvent(kind=AuthEventKind.SIGNED_IN, **values))
        db.session.commit()
        for key in (1, 2, 3, 4):  # each looks once both are in the table
            mail_new_device(EMAIL, key)
        assert len(messages) == 1


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_thief_who_changes_the_address_hides_no_device(
    app: Flask, is_changed: bool
) -> None:
    with app.app_context(), mail.record_messages() as messages:
        sign_in(app.test_client(), user_agent="Firefox on Linux")
        wait_with_mail(agent="Safari on iPad")
        if is_changed:
            user().email = "eve@example.com"
            db.session.commit()
        assert send_due() == 1
        assert [each.recipients for each in messages] == [[EMAIL]]


def test_a_mail_that_waits_tells_of_no_other_user(app: Flask) -> None:
    """SQLite gives the keys of what is deleted to what comes next."""
    with app.app_context(), mail.record_messages() as messages:
        sign_in(app.test_client(), user_agent="Firefox on Linux")
        wait_with_mail(agent="Safari on iPad")
        former = db.session.scalars(newest()).one()
        key, user_id = former.id, former.user_id
        db.session.execute(db.delete(User))
        db.session.commit()
        eve = User(id=user_id, name="Eve", email="eve@example.com")
        db.session.add(eve)
        db.session.flush()
        for each, device in [(key - 1, "Edge"), (key, "Chrome")]:
            values = {"user_id": eve.id, "kind": AuthEventKind.SIGNED_IN}
            db.session.add(AuthEvent(id=each, device=device, **values))
        db.session.commit()
        assert send_due() == 1
        assert messages == []


def newest() -> Select[AuthEvent]:
    return db.select(AuthEvent).order_by(AuthEvent.id.desc()).limit(1)


def wait_with_mail(agent: str) -> None:
    """Sign in on a device, whose mail waits."""
    with current_app.test_request_context(headers={"User-Agent": agent}):
        begin_session(user(), remember=False)


def test_a_log_line_with_a_request_of_its_own(app: Flask, client: FlaskClient) -> None:
    with app.test_request_context():
        app.logger.warning("Here it is.", extra={"request": object()})
