import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import create_app
from app.emails import worker

EMAIL = "ada@example.com"
PASSWORD = "correct horse battery"


@pytest.fixture(scope="session")
def application() -> Flask:
    return create_app("testing")


@pytest.fixture
def app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An application with one user. Its hashes are weak, but quick."""
    monkeypatch.setattr("app.passwords.SCRYPT", "scrypt:1024:8:1")
    args = ["users", "create", EMAIL]
    app.test_cli_runner().invoke(args=args, input=f"{PASSWORD}\n")
    return app


def finished(response: TestResponse) -> TestResponse:
    """The response, once what comes after it is done."""
    response.get_data()
    response.close()
    worker.submit(int).result()
    return response


def sign_in(
    client: FlaskClient, password: str = PASSWORD, **headers: str
) -> TestResponse:
    form = {"email": EMAIL, "password": password}
    return finished(client.post("/sign-in", data=form, headers=headers))
