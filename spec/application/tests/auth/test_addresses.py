from itertools import product

from flask import Flask
from flask.testing import FlaskClient

from app.auth import find_user
from app.emails import normalize_email
from app.extensions import db
from app.models import OutboxMail
from tests.helpers.auth.conftest import EMAIL, PASSWORD, sign_in

ELSEWHERE = "Ада@example.com"


def test_no_mail_is_promised_to_an_address_that_none_can_reach(
    app: Flask, client: FlaskClient
) -> None:
    for path in ("/sign-up", "/forgot-password"):
        response = client.post(path, data={"name": "Ada", "email": ELSEWHERE})
        assert response.status_code == 422, path
        assert "before the @" in response.text, path
    sign_in(client)
    response = client.post("/account", data={"name": "Ada", "email": ELSEWHERE})
    assert response.status_code == 422
    args = ["users", "create", ELSEWHERE, "--name", "Ada"]
    result = app.test_cli_runner().invoke(args=args, input=f"{PASSWORD}\n")
    assert "before the @" in result.output
    with app.app_context():
        assert find_user(ELSEWHERE) is None
        recipients = {each.recipient for each in db.session.query(OutboxMail)}
        assert recipients <= {EMAIL}


def test_a_user_with_such_an_address_signs_in_and_changes_the_name(
    app: Flask, client: FlaskClient
) -> None:
    with app.app_context():
        user = find_user(EMAIL)
        assert user
        user.email = ELSEWHERE
        db.session.commit()
    form = {"email": ELSEWHERE, "password": PASSWORD}
    assert client.post("/sign-in", data=form).status_code == 302
    change = {"name": "Ada L.", "email": ELSEWHERE, "current_password": PASSWORD}
    assert client.post("/account", data=change).status_code == 302
    with app.app_context():
        user = find_user(ELSEWHERE)
        assert user and user.name == "Ada L."


def test_an_address_has_one_spelling_whatever_its_case() -> None:
    capitals = [it for it in map(chr, range(0x110000)) if it.lower() != it]
    for letter, accent in product(capitals, "\u0301\u0307\u0331\u0345"):
        for address in (f"a@{letter}{accent}x.de", f"{letter}{accent}@x.de"):
            once = normalize_email(address)
            assert normalize_email(once) == once
            assert normalize_email(address.lower()) == once
