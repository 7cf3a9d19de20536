from flask import Flask
from flask.testing import FlaskClient


def send_code(client: FlaskClient, address: str) -> int:
    client.environ_base["REMOTE_ADDR"] = address
    return client.post("/sign-in/code", data={"code": "123456"}).status_code


def test_who_has_typed_no_password_uses_up_no_limit_of_others(
    app: Flask, client: FlaskClient
) -> None:
    tries = [send_code(client, f"10.0.0.{number // 10}") for number in range(30)]
    assert set(tries) == {302}
    assert send_code(app.test_client(), "10.0.0.9") == 302
