from datetime import UTC, datetime

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from wtforms import DecimalField, StringField
from wtforms.validators import DataRequired, Optional

from app.extensions import db
from app.forms.base import Digits, ModelForm, UtcDateTimeField, strip
from app.models import User


class UserForm(ModelForm):
    name = StringField(filters=[strip], validators=[DataRequired()])
    email = StringField(filters=[strip], validators=[DataRequired()])


class SaleForm(ModelForm):
    price = DecimalField(validators=[Optional(), Digits(4, 2)])
    sold_at = UtcDateTimeField(validators=[Optional()])


def save(app: Flask, **data: str) -> UserForm:
    with app.test_request_context(method="POST", data=data):
        form = UserForm()
        form.save(User())
        return form


def test_save(app: Flask) -> None:
    assert not save(app, name=" Ada ", email="ada@example.com").errors
    with app.app_context():
        assert db.session.scalars(db.select(User.name)).all() == ["Ada"]


def test_a_value_that_is_missing(app: Flask) -> None:
    assert "name" in save(app, name=" ", email="ada@example.com").errors


def test_a_value_that_is_taken(app: Flask) -> None:
    save(app, name="Ada", email="ada@example.com")
    form = save(app, name="Ada", email="ada@example.com")
    assert form.errors == {"email": ["This is already taken."]}


def test_a_nul_character(app: Flask) -> None:
    form = save(app, name="A\0da", email="ada@example.com")
    assert form.errors == {"name": ["This must not contain a NUL character."]}


@pytest.mark.parametrize(
    ("price", "valid"),
    [("", True), ("-99.99", True), ("100", False), ("0.001", False), ("NaN", False)],
)
def test_digits(app: Flask, price: str, valid: bool) -> None:
    with app.test_request_context():
        assert SaleForm(MultiDict({"price": price})).validate() is valid


def test_a_moment(app: Flask) -> None:
    with app.test_request_context():
        form = SaleForm(MultiDict({"sold_at": "2026-11-21T14:05"}))
        assert form.sold_at.data == datetime(2026, 11, 21, 14, 5, tzinfo=UTC)
