import uuid
from collections.abc import Iterator
from enum import Enum

import pytest
from flask import Flask, render_template_string
from sqlalchemy import BigInteger, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column
from werkzeug.datastructures import MultiDict
from wtforms import SelectField
from wtforms.validators import InputRequired

from app.extensions import db
from app.forms.base import ModelForm
from app.forms.choices import FOUND, ChoiceField
from app.forms.fields import RowField
from app.models import User
from app.records import LONGEST, MOST

PAGE = "{% from 'macros/forms.html' import fields %}{{ fields(form) }}"


class Size(Enum):
    SMALL = 1
    LARGE = 2


class SampleTag(db.Model):  # type: ignore[name-defined]
    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger)
    code: Mapped[uuid.UUID] = mapped_column(default=uuid.uuid4)


class SampleOrder(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey(User.id))


class OrderForm(ModelForm):
    size = ChoiceField(values=Size, default=Size.SMALL, validators=[InputRequired()])
    colour = ChoiceField(values=["red", "blue"])
    user_id = RowField(key=User.id, label=User.name, validators=[InputRequired()])


class UserIdForm(ModelForm):
    user_id = RowField(
        "User", key=User.id, label=User.name, validators=[InputRequired()]
    )


@pytest.fixture
def user(app: Flask) -> Iterator[User]:
    with app.test_request_context():
        user = User(name="Ada", email="ada@example.com")
        db.session.add(user)
        db.session.commit()
        yield user


@pytest.fixture
def users(user: User) -> list[User]:
    """More than a select lists: Ada, and many others whose names contain hers."""
    names = [f"Magdalena {number:03}Adam" for number in range(MOST)]
    users = [User(name=name, email=f"{name}@example.com") for name in names]
    db.session.add_all(users)
    db.session.commit()
    return [user, *users]


def test_choices(user: User) -> None:
    form = OrderForm(MultiDict({"size": "2", "colour": "", "user_id": str(user.id)}))
    assert form.validate()
    assert (form.size.data, form.colour.data) == (Size.LARGE, None)
    assert form.user_id.data == user.id


def test_choice_of_the_url(app: Flask, user: User) -> None:
    for query, chosen in (
        (f"user_id={user.id}", user.id),
        ("user_id=0", None),
        ("user_id=x", None),
    ):
        with app.test_request_context(f"/?{query}"):
            assert UserIdForm().user_id.data == chosen
            assert UserIdForm(obj=SampleOrder()).user_id.data is None


def labels(field: SelectField) -> list[str]:
    return [choice.label for choice in field.iter_choices()]


def test_what_is_shown(user: User) -> None:
    form = OrderForm()
    assert [choice.value for choice in form.size.iter_choices()] == ["1", "2"]
    assert labels(form.size) == ["Small", "Large"]
    assert labels(form.colour) == ["", "Red", "Blue"]
    assert labels(form.user_id) == ["", "Ada"]
    assert not form.user_id.is_large


def test_what_is_required_and_chosen_needs_no_blank(user: User) -> None:
    form = OrderForm(data={"size": Size.LARGE, "user_id": user.id})
    assert labels(form.size) == ["Small", "Large"]
    assert labels(form.user_id) == ["Ada"]


def test_rows_of_the_same_label(user: User) -> None:
    other = User(name="Ada", email="other@example.com")
    db.session.add(other)
    db.session.commit()
    assert labels(OrderForm().user_id) == ["", f"Ada ({user.id})", f"Ada ({other.id})"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("size", "3"),
        ("size", ""),
        ("colour", "green"),
        ("user_id", "99"),
        ("user_id", "x"),
        ("user_id", "1.0"),
        ("user_id", "\0"),
        ("user_id", "9" * 10),
        ("user_id", "-" + "9" * 30),
        ("user_id", "9" * 5000),
    ],
)
def test_what_is_no_choice(user: User, name: str, value: str) -> None:
    data = {"size": "1", "user_id": str(user.id), name: value}
    form = OrderForm(MultiDict(data))
    assert not form.validate()
    required = name == "size" and value == ""
    message = (
        "This must not be empty." if required else "This must be one of the choices."
    )
    assert form.errors == {name: [message]}


def test_keys_of_other_types(app: Flask) -> None:
    class TagForm(ModelForm):
        name = RowField(key=SampleTag.name, label=SampleTag.name)
        number = RowField(key=SampleTag.number, label=SampleTag.name)
        code = RowField(key=SampleTag.code, label=SampleTag.name)

    with app.test_request_context():
        tag = SampleTag(name="new", number=2**40)
        db.session.add(tag)
        db.session.commit()
        sent = {"name": "new", "number": str(2**40), "code": str(tag.code)}
        form = TagForm(MultiDict(sent))
        assert form.validate()
        assert form.data == {"name": "new", "number": 2**40, "code": tag.code}
        form = TagForm(MultiDict({"name": "\0", "number": str(2**70), "code": "x"}))
        assert not form.validate()
        assert form.errors.keys() == {"name", "number", "code"}


def test_a_table_of_many_rows_is_not_listed(users: list[User]) -> None:
    field = OrderForm().user_id
    assert field.is_large
    assert labels(field) == [""]
    assert labels(OrderForm(data={"user_id": users[-1].id}).user_id) == [users[-1].name]


@pytest.mark.parametrize(
    ("search", "first", "count"),
    [
        ("ada", "Ada", FOUND),
        (" ADA ", "Ada", FOUND),
        ("magdalena 04", "Magdalena 040Adam", 10),
        ("042ad", "Magdalena 042Adam", 1),
        ("nobody", None, 0),
        ("%", None, 0),
        ("\0", None, 0),
        ("x" * 60_000, None, 0),
    ],
)
def test_a_search(
    users: list[User], search: str, first: str | None, count: int
) -> None:
    form = OrderForm(MultiDict({"user_id-search": search, "user_id-find": ""}))
    assert not form.validate()
    assert form.errors == {}
    found = labels(form.user_id)
    assert found[:2] == ["", first][: len(found)]
    assert len(found) == 1 + count
    assert len(form.user_id.search) <= LONGEST


def test_a_search_for_a_key(users: list[User]) -> None:
    key = str(users[50].id)
    form = OrderForm(MultiDict({"user_id-search": key}))
    assert labels(form.user_id)[1] == users[50].name


@pytest.mark.parametrize(
    ("search", "answer"),
    [
        ("", "Type part of the name."),
        ("042ad", "1 found for “042ad”."),
        ("nobody", "None found for “nobody”."),
        ("ada", f"The first {FOUND} found for “ada”. Type more to find others."),
    ],
)
def test_what_a_search_says(users: list[User], search: str, answer: str) -> None:
    form = UserIdForm(MultiDict({"user_id-search": search, "user_id-find": ""}))
    html = render_template_string(PAGE, form=form)
    assert answer in html
    assert 'name="user_id-search"' in html


def test_a_search_keeps_what_is_chosen(users: list[User]) -> None:
    sent = {"user_id": str(users[7].id), "user_id-search": "042"}
    field = OrderForm(MultiDict(sent)).user_id
    assert labels(field) == [users[7].name, "Magdalena 042Adam"]


def test_a_search_saves_nothing(app: Flask, users: list[User]) -> None:
    data = {"user_id": str(users[0].id), "user_id-search": "042"}
    with app.test_request_context(method="POST", data=data):
        assert not UserIdForm().save(SampleOrder())
        assert db.session.scalars(db.select(SampleOrder)).all() == []


def test_what_is_chosen_is_saved(app: Flask, users: list[User]) -> None:
    data = {"user_id": str(users[42].id), "user_id-search": ""}
    with app.test_request_context(method="POST", data=data):
        order = SampleOrder()
        assert UserIdForm().save(order)
        assert order.user_id == users[42].id
