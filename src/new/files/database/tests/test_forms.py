from datetime import UTC, datetime

import pytest
from flask import Flask, render_template_string
from werkzeug.datastructures import MultiDict
from wtforms import DecimalField, FloatField, IntegerField, StringField
from wtforms.validators import DataRequired, Length, Optional

from app.extensions import db
from app.forms.base import (
    REFUSED,
    Bits,
    Digits,
    ModelForm,
    UtcDateTimeField,
    finite,
    strip,
)
from app.models import User


class UserForm(ModelForm):
    name = StringField(filters=[strip], validators=[DataRequired()])
    email = StringField(filters=[strip], validators=[DataRequired()])


class SaleForm(ModelForm):
    price = DecimalField(validators=[Optional(), Digits(4, 2)])
    total = DecimalField(validators=[Optional(), Digits(40, 2)])
    pieces = IntegerField(validators=[Optional(), Bits(16)])
    weight = FloatField(validators=[Optional(), finite])
    sold_at = UtcDateTimeField(validators=[Optional()])
    buyer = StringField(filters=[strip], validators=[Length(max=8)])


def save(app: Flask, **data: str) -> UserForm:
    with app.test_request_context(method="POST", data=data):
        form = UserForm()
        form.save(User())
        return form


def test_save(app: Flask) -> None:
    assert not save(app, name=" Ada ", email="ada@example.com").errors
    with app.app_context():
        assert db.session.scalars(db.select(User.name)).all() == ["Ada"]


def test_without_a_field(app: Flask) -> None:
    data = {"name": "Ada", "email": "eve@example.com"}
    with app.test_request_context(method="POST", data=data):
        user = User(email="ada@example.com")
        form = UserForm().without("email", "age")
        assert form.save(user)
        assert [field.name for field in form if field.name != "csrf_token"] == ["name"]
        assert user.email == "ada@example.com"


@pytest.mark.parametrize("text", [None, "", "  "])
def test_nothing(text: str | None) -> None:
    assert strip(text) is None


def test_a_value_that_is_missing(app: Flask) -> None:
    assert "name" in save(app, name=" ", email="ada@example.com").errors


def test_a_value_that_is_taken(app: Flask) -> None:
    save(app, name="Ada", email="ada@example.com")
    form = save(app, name="Ada", email="ada@example.com")
    assert form.errors == {"email": ["This is already taken."]}


def test_a_record_that_the_database_refuses(app: Flask) -> None:
    with app.test_request_context(method="POST", data={"name": "Ada"}):
        form = UserForm().without("email")
        assert not form.save(User())
        assert form.form_errors == [REFUSED]
        html = render_template_string(
            "{% from 'macros/forms.html' import fields %}{{ fields(form) }}", form=form
        )
        assert REFUSED in html
        assert db.session.scalars(db.select(User)).all() == []


def test_a_nul_character(app: Flask) -> None:
    form = save(app, name="A\0da", email="ada@example.com")
    assert form.errors == {"name": ["This must not contain a NUL character."]}


@pytest.mark.parametrize(
    ("name", "number", "valid"),
    [
        ("price", "", True),
        ("price", "-99.99", True),
        ("price", "100", False),
        ("price", "0.001", False),
        ("price", "NaN", False),
        ("price", "1e999", False),
        ("total", "9" * 38 + ".99", True),
        ("total", "9" * 38 + ".999", False),
        ("pieces", "-32767", True),
        ("pieces", "32768", False),
        ("pieces", "9" * 1000, False),
        ("weight", "1e300", True),
        ("weight", "1e999", False),
        ("weight", "nan", False),
    ],
)
def test_a_number(app: Flask, name: str, number: str, valid: bool) -> None:
    with app.test_request_context():
        assert SaleForm(MultiDict({name: number})).validate() is valid


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("price", "NaN", "This must be a number."),
        ("price", "much", "This must be a number."),
        ("price", "100", "This must be below 100."),
        ("price", "0.001", "This must have at most 2 decimals."),
        ("pieces", "NaN", "This must be a whole number."),
        ("pieces", "40000", "This must be between -32767 and 32767."),
        ("weight", "inf", "This must be a number."),
        ("weight", "heavy", "This must be a number."),
        ("sold_at", "soon", "This must be a date and a time."),
        ("buyer", "Archibald", "This must have at most 8 characters."),
    ],
)
def test_what_is_said(app: Flask, name: str, text: str, message: str) -> None:
    with app.test_request_context():
        form = SaleForm(MultiDict({name: text}))
        assert not form.validate()
        assert form.errors == {name: [message]}


def test_a_moment(app: Flask) -> None:
    with app.test_request_context():
        form = SaleForm(MultiDict({"sold_at": "2026-11-21T14:05"}))
        assert form.sold_at.data == datetime(2026, 11, 21, 14, 5, tzinfo=UTC)


def test_a_moment_that_is_none_elsewhere(app: Flask) -> None:
    with app.test_request_context():
        form = SaleForm(MultiDict({"sold_at": "9999-12-31T23:59"}))
        assert not form.validate()
