import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.auth import find_user
from app.extensions import db
from app.models import SecondFactor, User
from app.second_factor import decrypted, encrypted, qr_code, reencrypt
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


@pytest.mark.parametrize("change", ["deleted", "replaced"])
def test_a_secret_that_changes_while_all_are_encrypted(
    app: Flask, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    def encrypt_later(secret: str) -> str:
        with db.engine.begin() as connection:
            if change == "deleted":
                connection.execute(db.delete(SecondFactor))
            else:
                other = db.update(SecondFactor).values(secret=encrypted("other"))
                connection.execute(other)
        return encrypted(secret)

    with app.app_context():
        user = find_user(EMAIL)
        assert user
        secret = encrypted("secret")
        db.session.add(SecondFactor(user_id=user.id, secret=secret, last_step=0))
        db.session.commit()
        monkeypatch.setattr("app.second_factor.encrypted", encrypt_later)
        assert reencrypt() == 0
        db.session.commit()
        db.session.expire_all()
        secrets = [decrypted(each.secret) for each in db.session.query(SecondFactor)]
        assert secrets == ([] if change == "deleted" else ["other"])


def test_the_code_of_a_long_address(app: Flask) -> None:
    with app.app_context():
        user = User(email="\N{CJK UNIFIED IDEOGRAPH-20000}" * 238 + "@example.com")
        assert "<svg" in qr_code(user, "A" * 32)
