from datetime import timedelta

import pytest
from flask import Flask, session
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from app.auth import find_user, sign_out
from app.extensions import db
from app.models import UserSession
from app.models.types import utc_now
from app.sessions import begin_session, digest, see
from tests.helpers.auth.conftest import EMAIL, PASSWORD, finished, sign_in


def change(**values: object) -> None:
    db.session.execute(db.update(UserSession).values(**values))
    db.session.commit()


def only() -> UserSession:
    return db.session.scalars(db.select(UserSession)).one()


def test_the_use_of_a_session_is_written_down_every_ten_minutes(
    app: Flask, client: FlaskClient
) -> None:
    sign_in(client)
    for minutes, is_written in [(9, False), (11, True)]:
        former = utc_now() - timedelta(minutes=minutes)
        with app.app_context():
            change(last_seen_at=former)
        finished(client.get("/account"))
        with app.app_context():
            assert (only().last_seen_at > former) == is_written


def test_of_two_requests_one_writes_it_down(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    with app.app_context():
        change(last_seen_at=utc_now() - timedelta(minutes=11))
        key = only().id
        see(key)
        former = only().last_seen_at
        see(key)
        assert only().last_seen_at == former


def test_a_request_asks_once_for_session_and_user(
    app: Flask, client: FlaskClient
) -> None:
    sign_in(client)
    statements = []
    with app.app_context():
        event.listen(
            db.engine, "before_cursor_execute", lambda *args: statements.append(args[2])
        )
    assert "Account" in client.get("/").text
    assert len(statements) == 1


def test_a_database_that_is_away_is_told_on_a_page_of_the_site(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def away() -> None:
        raise OperationalError("", {}, Exception("The database is away."))

    sign_in(client)
    with monkeypatch.context() as outage:
        outage.setattr("app.auth.find_session", away)
        for path, status, text in (
            ("/", 503, "The database is busy"),
            ("/account", 503, "The database is busy"),
            ("/nothing", 404, "There is no page at this address"),
            ("/static/nothing.css", 404, "There is no page at this address"),
        ):
            page = client.get(path)
            assert page.status_code == status
            assert text in page.text
            assert "</header>" in page.text
    assert "Traceback" not in caplog.text
    assert client.get("/account").status_code == 200


def test_signing_in_deletes_what_has_ended(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    with app.app_context():
        change(last_seen_at=utc_now() - timedelta(days=15))
    sign_in(app.test_client())
    with app.app_context():
        assert only().last_seen_at > utc_now() - timedelta(days=1)


def test_signing_in_anew_ends_the_former_session(app: Flask) -> None:
    with app.test_request_context():
        user = find_user(EMAIL)
        assert user
        begin_session(user, remember=True)
        former = session["session_token"]
        session["basket"] = "kept by nobody"
        begin_session(user, remember=False)
        assert only().digest == digest(session["session_token"]) != digest(former)
        assert not session.permanent
        assert "basket" not in session


def test_signing_out_of_nothing(app: Flask) -> None:
    with app.test_request_context():
        sign_out()


def test_a_password_ends_a_session_that_begins_meanwhile(
    app: Flask, client: FlaskClient
) -> None:
    sign_in(client)
    with app.app_context():
        user = find_user(EMAIL)
        assert user
        user.session_version += 1
        db.session.commit()
    assert client.get("/account").status_code == 302


def test_the_sessions_of_a_user_who_is_deleted(app: Flask, client: FlaskClient) -> None:
    sign_in(client)
    with app.app_context():
        db.session.delete(find_user(EMAIL))
        db.session.commit()
        assert db.session.query(UserSession).count() == 0
    assert client.get("/account").status_code == 302


@pytest.mark.parametrize("token", ["", "x", "x" * 10_000, "\0", "é"])
def test_tokens_that_no_session_has(
    app: Flask, client: FlaskClient, token: str
) -> None:
    sign_in(client)
    with client.session_transaction() as forged:
        forged["session_token"] = token
    assert client.get("/account").status_code == 302
    assert client.post("/sign-out").status_code == 302


@pytest.mark.parametrize("path", [str(2**63), str(2**31), "0", "-1", "x"])
def test_ids_that_no_session_has(client: FlaskClient, path: str) -> None:
    sign_in(client)
    answer = client.post(f"/account/sessions/{path}/end")
    assert answer.status_code in (302, 404)
    assert client.get("/account").status_code == 200


def test_a_browser_and_an_address_that_are_too_long(
    app: Flask, client: FlaskClient
) -> None:
    client.environ_base["REMOTE_ADDR"] = "fe80::1%" + "x" * 100
    assert sign_in(client, user_agent="Fire<b>fox" * 100).status_code == 302
    page = client.get("/account").text
    assert "<b>" not in page
    with app.app_context():
        assert len(only().agent) == 255


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
            "Firefox on Linux",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
            "Safari on macOS",
        ),
        ("curl/8.5.0", "Browser"),
        ("", "Browser"),
    ],
)
def test_what_people_call_a_browser(agent: str, device: str) -> None:
    assert UserSession(agent=agent).device == device


def test_a_lifetime_in_seconds(app: Flask, client: FlaskClient) -> None:
    """Flask takes a number, too."""
    app.config["PERMANENT_SESSION_LIFETIME"] = 3600
    sign_in(client)
    assert client.get("/account").status_code == 200


def test_there_are_no_more_than_fifty_on_the_page(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.sessions.MOST", 2)
    for _ in range(3):
        sign_in(app.test_client())
    form = {"email": EMAIL, "password": PASSWORD}
    finished(client.post("/sign-in", data=form))
    assert client.get("/account").text.count('data-label="Last used"') == 2
