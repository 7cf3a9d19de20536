"""What happens if one browser changes how users sign in, while another is signing in, or confirming something."""

import re
from collections.abc import Callable
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.exc import TimeoutError
from sqlalchemy.orm import Session
from werkzeug.security import generate_password_hash

from app.auth import find_user
from app.auth import sign_in as begin
from app.controllers.second_factor_controller import SecondFactorController
from app.emails import after_response
from app.extensions import db
from app.forms.auth_forms import ConfirmedForm
from app.fresh import FRESH
from app.mail_links import serializer
from app.models import OutboxMail, RecoveryCode, SecondFactor, User, UserSession
from app.models.types import utc_now
from app.passwords import check_password
from app.second_factor import encrypted
from app.sessions import digest
from app.verification import ADDRESS
from tests.helpers.auth.conftest import EMAIL, PASSWORD, finished, sign_in

FORMER = "scrypt:512:8:1"


def the_user() -> User:
    user = find_user(EMAIL)
    assert user
    return user


def turn_on() -> None:
    secret = encrypted("A" * 32)
    db.session.add(SecondFactor(user_id=the_user().id, secret=secret, last_step=0))
    db.session.commit()


def make_stale() -> None:
    long_ago = utc_now() - timedelta(hours=3)
    db.session.execute(db.update(UserSession).values(fresh_at=long_ago))
    db.session.commit()


def change_password() -> None:
    """As another request does it: what this one has loaded stays as it is."""
    changed = db.update(User).values(password_hash="x", session_version=1)
    db.session.connection().execute(changed)


def change_elsewhere() -> None:
    """As a process of its own does it."""
    with db.engine.begin() as connection:
        changed = db.update(User).values(password_hash="x", session_version=1)
        connection.execute(changed)


def before(call: Callable[..., Any], change: Callable[[], None]) -> Callable[..., Any]:
    def changed(*args: Any, **options: Any) -> Any:
        change()
        return call(*args, **options)

    return changed


def after(call: Callable[..., Any], change: Callable[[], None]) -> Callable[..., Any]:
    def changed(*args: Any, **options: Any) -> Any:
        result = call(*args, **options)
        change()
        return result

    return changed


def test_a_session_that_begins_once_the_second_factor_is_on(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_later = before(begin, turn_on)
    monkeypatch.setattr("app.controllers.auth_controller.sign_in", begun_later)
    assert sign_in(client).location == "/sign-in/code"
    assert client.get("/account").status_code == 302
    assert client.get("/sign-in/code").status_code == 200


def test_the_session_of_a_known_device_never_was_fresh(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []

    def look(_mapper: object, _connection: object, added: UserSession) -> None:
        begun.append(added.fresh_at is None or added.fresh_at > utc_now() - FRESH)

    with app.app_context():
        turn_on()
    monkeypatch.setattr("app.second_factor.is_known", lambda _: True)
    event.listen(UserSession, "after_insert", look)
    try:
        assert sign_in(client).location == "/"
    finally:
        event.remove(UserSession, "after_insert", look)
    assert begun == [False]
    assert client.get("/account").status_code == 200


def test_a_session_that_begins_while_the_second_factor_is_turned_on(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin_elsewhere() -> None:
        user = the_user()
        values = {"session_version": user.session_version, "address": "", "agent": ""}
        db.session.add(UserSession(user_id=user.id, digest="x", **values))
        db.session.commit()

    sign_in(client)
    monkeypatch.setattr("app.second_factor.step_of", lambda *_: 1)
    monkeypatch.setattr(
        SecondFactorController,
        "tell",
        after(SecondFactorController.tell, begin_elsewhere),
    )
    page = client.post("/account/second-factor", data={"code": "123456"})
    assert "Recovery codes" in page.text
    assert client.get("/account").status_code == 200
    with app.app_context():
        assert db.session.query(UserSession).count() == 1


def test_a_second_factor_that_another_browser_turns_on_first(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(client)
    monkeypatch.setattr("app.second_factor.step_of", after(lambda *_: 1, turn_on))
    answer = client.post("/account/second-factor", data={"code": "123456"})
    assert answer.status_code == 422
    assert client.get("/account").status_code == 200


@pytest.mark.parametrize("has_factor", [False, True])
def test_a_former_hash_and_a_password_that_changes_during_sign_in(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, has_factor: bool
) -> None:
    with app.app_context():
        if has_factor:
            turn_on()
        the_user().password_hash = generate_password_hash(PASSWORD, FORMER)
        db.session.commit()
    monkeypatch.setattr(
        "app.controllers.auth_controller.check_password",
        after(check_password, change_password),
    )
    sign_in(client)
    assert client.get("/account").status_code == 302
    assert client.get("/sign-in/code").location == "/sign-in"
    with app.app_context():
        assert the_user().password_hash == "x"


def test_a_password_that_changes_while_it_is_typed_again(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(client)
    with app.app_context():
        make_stale()
    monkeypatch.setattr(
        "app.forms.auth_forms.check_password", after(check_password, change_password)
    )
    answer = client.post("/account/confirm", data={"current_password": PASSWORD})
    assert answer.status_code == 422
    assert "Your sign-in has just changed." in answer.text
    assert client.get("/account").status_code == 302


def test_a_form_that_is_sent_twice_at_once(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renew_elsewhere() -> None:
        with db.engine.begin() as connection:
            connection.execute(db.update(UserSession).values(digest=digest("other")))

    sign_in(client)
    with app.app_context():
        make_stale()
    client.get("/account/confirm")  # puts the token of forms into the cookie
    monkeypatch.setattr(
        "app.forms.auth_forms.check_password", after(check_password, renew_elsewhere)
    )
    answer = client.post("/account/confirm", data={"current_password": PASSWORD})
    assert answer.status_code == 422
    assert "Set-Cookie" not in answer.headers
    with client.session_transaction() as session:
        session["session_token"] = "other"  # as the answer to the other one says
    assert client.get("/account").status_code == 200


def test_a_user_who_is_not_stored_yet(app: Flask) -> None:
    with app.test_request_context():
        user = User(name="Eve", email="eve@example.com")
        db.session.add(user)
        begin(user)
        assert db.session.scalar(db.select(UserSession.user_id)) == user.id


def test_a_password_that_another_browser_changes_first(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(client)
    monkeypatch.setattr(
        "app.forms.auth_forms.check_password", after(check_password, change_elsewhere)
    )
    form = {"current_password": PASSWORD, "password": "staple battery horse"}
    answer = client.post("/account/password", data=form)
    assert answer.status_code == 422
    assert "The password has just changed." in answer.text
    assert client.get("/account").status_code == 302
    with app.app_context():
        assert the_user().password_hash == "x"


def test_leaving_with_a_password_that_another_browser_changes_first(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(client)
    monkeypatch.setattr(
        "app.forms.auth_forms.check_password", after(check_password, change_elsewhere)
    )
    answer = client.post("/account/leave", data={"current_password": PASSWORD})
    assert answer.status_code == 422
    assert "The password has just changed." in answer.text
    with app.app_context():
        assert the_user().disabled_at is None
        assert db.session.query(OutboxMail).count() == 0


@pytest.mark.parametrize("is_fresh", [True, False])
@pytest.mark.parametrize("what", ["codes", "off"])
def test_a_second_factor_once_another_browser_has_changed_the_password(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    is_fresh: bool,
) -> None:
    form = {"current_password": PASSWORD, "current_code": "123456"}
    sign_in(client)
    with app.app_context():
        turn_on()
        if not is_fresh:
            make_stale()
    monkeypatch.setattr("app.second_factor.step_of", lambda *_: 1)
    monkeypatch.setattr(
        ConfirmedForm, "validate", after(ConfirmedForm.validate, change_elsewhere)
    )
    answer = client.post(f"/account/second-factor/{what}", data=form)
    assert answer.status_code == 422
    assert "Your sign-in has just changed." in answer.text
    with app.app_context():
        assert db.session.query(SecondFactor).count() == 1
        assert db.session.query(RecoveryCode).count() == 0


@pytest.mark.parametrize("what", ["password", "address"])
def test_signing_in_once_a_change_has_ended_other_sessions(
    app: Flask, client: FlaskClient, what: str
) -> None:
    phone = app.test_client()
    password = "staple battery horse" if what == "password" else PASSWORD
    email = EMAIL if what == "password" else f"b{EMAIL}"
    threads: list[Thread] = []

    def open_phone() -> None:
        finished(phone.post("/sign-in", data={"email": email, "password": password}))

    def sign_in_elsewhere(_session: object) -> None:
        if not threads:
            threads.append(Thread(target=open_phone))
            threads[0].start()
            threads[0].join()

    sign_in(client)
    form = {"current_password": PASSWORD, "password": password}
    with app.test_request_context():
        user = the_user()
        link = serializer(ADDRESS).dumps([user.id, user.session_version, email])
    path = "/account/password" if what == "password" else f"/account/address/{link}"
    event.listen(Session, "after_commit", sign_in_elsewhere)
    try:
        assert client.post(path, data=form).location == "/account"
    finally:
        event.remove(Session, "after_commit", sign_in_elsewhere)
    assert phone.get("/account").status_code == 200
    assert client.get("/account").status_code == 200


@pytest.mark.parametrize("what", ["password", "address"])
def test_a_user_is_changed_before_their_sessions(
    app: Flask, client: FlaskClient, what: str
) -> None:
    """PostgreSQL ends one of two requests that lock these in different orders."""
    sign_in(client)
    form = {"current_password": PASSWORD, "password": "staple battery horse"}
    with app.test_request_context():
        user = the_user()
        values = [user.id, user.session_version, f"b{EMAIL}"]
        link = serializer(ADDRESS).dumps(values)
    path = "/account/password" if what == "password" else f"/account/address/{link}"
    changed: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if found := re.match(r"UPDATE (\w+)", statement):
            changed.append(found[1])

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        assert client.post(path, data=form).location == "/account"
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert set(changed) == {"users", "user_sessions"}
    assert "users" not in changed[changed.index("user_sessions") :]


def test_nothing_follows_a_request_that_fails(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []

    def fail(_user: User, _password: str) -> None:
        after_response(done.append, 1)
        raise TimeoutError  # of the database

    monkeypatch.setattr("app.controllers.auth_controller.set_password", fail)
    sign_in(client)
    form = {"current_password": PASSWORD, "password": "staple battery horse"}
    assert finished(client.post("/account/password", data=form)).status_code == 503
    assert done == []


def test_a_code_is_checked_only_after_the_right_password(
    app: Flask, client: FlaskClient
) -> None:
    sign_in(client)
    with app.app_context():
        turn_on()
        make_stale()
    for password, is_checked in [("wrong", False), (PASSWORD, True)]:
        form = {"current_password": password, "current_code": "000000"}
        answer = client.post("/account/confirm", data=form)
        assert answer.status_code == 422
        assert ("This code is wrong" in answer.text) == is_checked
