import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.auth import find_user
from app.extensions import db
from tests.helpers.auth.conftest import EMAIL, sign_in


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/account", 302),
        ("/up", 200),
        ("/up/database", 200),
        ("/nowhere", 404),
        ("/static/nowhere.css", 404),
        ("/sign-out", 405),
    ],
)
def test_admins_who_have_to_turn_it_on(
    app: Flask, client: FlaskClient, path: str, status: int
) -> None:
    app.config["SECOND_FACTOR_FOR_ADMINS"] = True
    sign_in(client)
    with app.app_context():
        user = find_user(EMAIL)
        assert user
        user.is_admin = True
        db.session.commit()
    assert client.get(path).status_code == status
