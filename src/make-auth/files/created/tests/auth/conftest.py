import re
from collections.abc import Iterator

import pytest
from click.testing import Result
from flask import Flask
from flask.testing import FlaskClient
from flask_mail import Message
from werkzeug.test import TestResponse

from app import create_app
from app.auth import admin_required, login_required
from app.emails import worker
from app.extensions import mail

EMAIL = "ada@example.com"
PASSWORD = "correct horse battery"
OTHER_PASSWORD = "staple battery horse"


def make_application() -> Flask:
    """An application with two guarded pages."""
    app = create_app("testing")
    app.add_url_rule("/members", "members", login_required(page))
    app.add_url_rule("/admins", "admins", admin_required(page))
    return app


@pytest.fixture(scope="session")
def application() -> Flask:
    return make_application()


@pytest.fixture
def app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application with one user. Its hashes are weak, but quick."""
    monkeypatch.setattr("app.passwords.SCRYPT", "scrypt:1024:8:1")
    users(app, "create", EMAIL, "--name", "Ada")
    return app


@pytest.fixture
def mails(app: Flask) -> Iterator[list[Message]]:
    with app.app_context(), mail.record_messages() as messages:
        yield messages


def page() -> str:
    return "page"


def users(app: Flask, *args: str, password: str = PASSWORD) -> Result:
    return app.test_cli_runner().invoke(args=["users", *args], input=f"{password}\n")


def send(client: FlaskClient, path: str, **values: object) -> TestResponse:
    """Send a form, and wait for the mail that it may cause."""
    response = client.post(path, data=values)
    response.get_data()
    response.close()
    worker.submit(int).result()
    return response


def sign_in(client: FlaskClient, password: str = PASSWORD) -> TestResponse:
    return send(client, "/sign-in", email=EMAIL, password=password)


def is_signed_in(client: FlaskClient) -> bool:
    return client.get("/members").status_code == 200


def link_in(message: Message) -> str:
    """The path of the link in a mail."""
    link = re.search(r"https://example.com(/\S+)", str(message.body))
    assert link
    return link[1]


def reset_link(client: FlaskClient, mails: list[Message]) -> str:
    send(client, "/forgot-password", email=EMAIL)
    return link_in(mails[-1])
