from flask import Flask
from flask.testing import FlaskClient


def test_up(client: FlaskClient) -> None:
    response = client.get("/up")
    assert (response.status_code, response.text) == (200, "OK\n")


def test_up_for_any_host(app: Flask, client: FlaskClient) -> None:
    app.config["TRUSTED_HOSTS"] = ["example.com"]
    assert client.get("/up", headers={"Host": "10.0.0.1"}).status_code == 200
    assert client.get("/", headers={"Host": "10.0.0.1"}).status_code == 400
