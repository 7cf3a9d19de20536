import hashlib
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash
from zxcvbn.frequency_lists import FREQUENCY_LISTS  # type: ignore[import-untyped]

from app import passwords
from app.auth import find_user
from app.extensions import db
from app.models import User
from app.passwords import check_password, fault_of, renew_hash
from tests.helpers.auth.conftest import EMAIL, PASSWORD, sign_in

COMMON = [
    "passwordpassword",
    "password1234!",
    "qwertyuiop123",
    "1qaz2wsx3edc4rfv",
    "administrator1",
    "unbelievable",
    "123456789012",
    "abcdefghijkl",
    "aaaaaaaaaaaa",
    "iloveyou2024!",
    "123456789qwerty!",
    "zxcvbnm123456789",
    "P@ssw0rd12345678",
    "p@$$word0123456789",
    "$tarwars123456789",
    "x" * 1000,
]

GOOD = [
    PASSWORD,
    "my dog is brown",
    "pässword pässword",
    "🐎🔋 é ü ß ø æ œ",
    "correct horse battery staple " * 30,
]


@pytest.mark.parametrize("password", COMMON)
def test_what_is_easy_to_guess(password: str) -> None:
    assert "easy to guess" in (fault_of(password) or "")


@pytest.mark.parametrize("password", ["\ufdfa", "\ufdfa" * 11, "e\u0301" * 11])
def test_what_is_too_short_as_typed_or_as_stored(app: Flask, password: str) -> None:
    args = ["users", "set-password", EMAIL]
    result = app.test_cli_runner().invoke(args=args, input=f"{password}\n")
    assert "This must have 12 to 1,000 characters." in result.output


def test_the_address_is_no_password() -> None:
    fault = fault_of("Ada@engine593762.example", email="ada@engine593762.example")
    assert "your e-mail address" in (fault or "")


@pytest.mark.parametrize("change", [str.lower, str.upper, str.title])
@pytest.mark.parametrize("name", ["Ταΐς", "Straße", "İstanbul"])
def test_a_name_in_another_case(name: str, change: Callable[[str], str]) -> None:
    fault = fault_of(f"purple 7 {change(name)} horse", name)
    assert "your name" in (fault or "")


def test_the_most_common_passwords_are_refused() -> None:
    common = FREQUENCY_LISTS["passwords"][:10_000]
    long = [each for each in common if len(each) >= passwords.SHORTEST]
    assert len(long) > 50
    assert [each for each in long if fault_of(each) is None] == []


@pytest.mark.parametrize("password", GOOD)
def test_what_is_not(password: str) -> None:
    assert fault_of(password, "Ada", "ada@example.com") is None


@pytest.mark.parametrize(
    ("password", "name", "email"),
    [
        ("my lovelace is brown", "Ada Lovelace", "a@example.com"),
        ("my ADALOVELACE is brown", "A", "AdaLovelace@example.com"),
        ("ada.love@example.com!", "A", "ada.love@example.com"),
        ("my straße is brown", "Straße", "a@example.com"),
        ("my lovelace is brown", "Ada@Lovelace", "a@example.com"),
        ("ada@work is brown", "Ada@Work", "a@example.com"),
    ],
)
def test_what_is_known_about_the_user(password: str, name: str, email: str) -> None:
    assert "must not contain" in (fault_of(password, name, email) or "")


def test_the_domain_of_an_address_is_not_about_the_user() -> None:
    assert fault_of("my example is brown", "Ada", "ada@example.com") is None


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """What each run of scrypt costs, with the methods of production; the runs are quick."""
    found: list[int] = []
    scrypt = hashlib.scrypt

    def counted(*args: Any, **options: Any) -> bytes:
        found.append(options["n"] * options["r"] * options["p"])
        return scrypt(*args, **{**options, "n": 2})

    monkeypatch.setattr(passwords, "SCRYPT", "scrypt:32768:8:3")
    monkeypatch.setattr("hashlib.scrypt", counted)
    yield found


FORMER = "scrypt:32768:8:1"


def test_a_former_hash_and_no_user_cost_the_same(costs: list[int]) -> None:
    users = [
        None,
        User(password_hash=None),
        User(password_hash=generate_password_hash(PASSWORD, FORMER)),
        User(password_hash=generate_password_hash(PASSWORD, passwords.SCRYPT)),
    ]
    for user, password in product(users, [PASSWORD, "another one"]):
        costs.clear()
        is_right = check_password(user, password)
        assert is_right == bool(user and user.password_hash and password == PASSWORD)
        assert sum(costs) == 32768 * 8 * 3


@pytest.mark.parametrize(
    ("password", "is_renewed"), [("wrong", False), (PASSWORD, True)]
)
def test_a_former_hash_is_renewed_at_sign_in(
    app: Flask,
    client: FlaskClient,
    costs: list[int],
    password: str,
    is_renewed: bool,
) -> None:
    phone = app.test_client()
    for browser, typed, method in [
        (phone, PASSWORD, passwords.SCRYPT),
        (client, password, FORMER),
    ]:
        former = generate_password_hash(PASSWORD, method)
        with app.app_context():
            db.session.execute(db.update(User).values(password_hash=former))
            db.session.commit()
        sign_in(browser, typed)
    with app.app_context():
        user = find_user(EMAIL)
        assert (user and user.password_hash != former) == is_renewed
        assert check_password(user, PASSWORD)
    assert phone.get("/account").status_code == 200


def test_a_password_that_changes_meanwhile_stays(app: Flask) -> None:
    with app.app_context():
        user = find_user(EMAIL)
        assert user
        user.password_hash = generate_password_hash(PASSWORD, "scrypt:512:8:1")
        db.session.commit()
        assert user.password_hash
        db.session.expunge(user)  # what a request has loaded
        changed = db.update(User).values(password_hash="changed")
        db.session.execute(changed)
        renew_hash(user, PASSWORD)
        assert db.session.scalar(db.select(User.password_hash)) == "changed"
