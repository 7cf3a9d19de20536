import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.forms.auth_forms import SignInForm
from app.limits import by_account


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
