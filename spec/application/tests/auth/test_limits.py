import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.auth import find_user
from app.forms.auth_forms import SignInForm
from app.limits import by_account
from app.second_factor import WAITING
from tests.helpers.auth.conftest import EMAIL


def test_codes_are_limited_by_day(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        user = find_user(EMAIL)
        assert user
        waiting = [user.id, user.session_version, False]
    now = time.time()
    tries = []
    for number in range(125):
        later = now + number // 25 * 3601
        monkeypatch.setattr("time.time", lambda later=later: later)
        with client.session_transaction() as session:
            session[WAITING] = [*waiting, int(later)]
        tries.append(send_code(client, f"10.0.0.{number}"))
    assert tries == [422] * 100 + [429] * 25


def test_a_minute_is_any_minute(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    tries = []
    for second in [0] + [50] * 9 + [70] * 3:
        monkeypatch.setattr("time.time", lambda later=now + second: later)
        tries.append(client.post("/sign-in", data={"email": EMAIL}).status_code)
    assert tries == [422] * 11 + [429] * 2


def send_code(client: FlaskClient, address: str) -> int:
    client.environ_base["REMOTE_ADDR"] = address
    return client.post("/sign-in/code", data={"code": "123456"}).status_code


def test_who_has_typed_no_password_uses_up_no_limit_of_others(
    app: Flask, client: FlaskClient
) -> None:
    tries = [send_code(client, f"10.0.0.{number // 10}") for number in range(30)]
    assert set(tries) == {302}
    assert send_code(app.test_client(), "10.0.0.9") == 302


@pytest.mark.parametrize(
    "text",
    [
        "\r\n" * 2500 + "Vic@example.com",
        "\r" * 5000 + "vic@example.com",
        "vic@example.com" + "\r\n" * 5000 + "x",
        " vic@example.com\r\n",
    ],
)
def test_the_limit_counts_for_the_account_that_the_form_reads(
    app: Flask, text: str
) -> None:
    with app.test_request_context("/sign-in", method="POST", data={"email": text}):
        assert SignInForm().email.data == "vic@example.com"
        assert by_account() == "account vic@example.com"
