from collections.abc import Iterator
from enum import Enum

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from wtforms import SelectField
from wtforms.validators import InputRequired

from app.extensions import db
from app.forms.base import ModelForm
from app.forms.choices import ChoiceField, RowField
from app.models import User


class Size(Enum):
    SMALL = 1
    LARGE = 2


class OrderForm(ModelForm):
    size = ChoiceField(values=Size, default=Size.SMALL, validators=[InputRequired()])
    colour = ChoiceField(values=["red", "blue"])
    user_id = RowField(key=User.id, label=User.name, validators=[InputRequired()])


@pytest.fixture
def user(app: Flask) -> Iterator[User]:
    with app.test_request_context():
        user = User(name="Ada", email="ada@example.com")
        db.session.add(user)
        db.session.commit()
        yield user


def test_choices(user: User) -> None:
    form = OrderForm(MultiDict({"size": "2", "colour": "", "user_id": str(user.id)}))
    assert form.validate()
    assert (form.size.data, form.colour.data) == (Size.LARGE, None)
    assert form.user_id.data == user.id


def labels(field: SelectField) -> list[str]:
    return [choice.label for choice in field.iter_choices()]


def test_what_is_shown(user: User) -> None:
    form = OrderForm()
    assert [choice.value for choice in form.size.iter_choices()] == ["1", "2"]
    assert labels(form.size) == ["Small", "Large"]
    assert labels(form.colour) == ["", "Red", "Blue"]
    assert labels(form.user_id) == ["", "Ada"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("size", "3"), ("size", ""), ("colour", "green"), ("user_id", "99")],
)
def test_what_is_no_choice(user: User, name: str, value: str) -> None:
    data = {"size": "1", "user_id": str(user.id), name: value}
    form = OrderForm(MultiDict(data))
    assert not form.validate()
    required = name == "size" and value == ""
    message = (
        "This field is required." if required else "This must be one of the choices."
    )
    assert form.errors == {name: [message]}
