import enum
import re
from datetime import UTC, date, datetime, time
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from sqlalchemy import ForeignKey, Numeric, String
from sqlalchemy.orm import Mapped, mapped_column
from werkzeug.datastructures import MultiDict
from wtforms import (
    BooleanField,
    DateField,
    DateTimeLocalField,
    DecimalField,
    FileField,
    FloatField,
    IntegerField,
    RadioField,
    StringField,
    TextAreaField,
    TimeField,
)
from wtforms.validators import DataRequired, Length, Optional

from app.extensions import db
from app.forms.base import (
    REFUSED,
    EmailField,
    ModelForm,
    finite,
    strip,
)
from app.forms.choices import ChoiceField
from app.forms.fields import Bits, Digits, RowField, UtcDateTimeField
from app.models import User
from app.models.types import UtcDateTime


class UserForm(ModelForm):
    name = StringField(filters=[strip], validators=[DataRequired()])
    email = EmailField(filters=[strip], validators=[DataRequired()])


class Mood(enum.Enum):
    GOOD = "good"
    BAD = "bad"


class SampleNote(db.Model):  # type: ignore[name-defined]
    """A column of each type, and what a form that shows it does not show."""

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(80), default=" two\r\nlines ")
    subtitle: Mapped[str | None] = mapped_column(String(80), default="")
    motto: Mapped[str | None]
    body: Mapped[str] = mapped_column(default="\n one\r\ntwo\rthree\n ")
    is_read: Mapped[bool | None]
    is_good: Mapped[bool] = mapped_column(default=True)
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2), default=Decimal("9.90"))
    weight: Mapped[float] = mapped_column(default=0.1 + 0.2)
    count: Mapped[int | None]
    day: Mapped[date] = mapped_column(default=date(2026, 11, 21))
    at: Mapped[time] = mapped_column(default=time(9, 30, 15, 123456))
    local: Mapped[datetime] = mapped_column(default=datetime(2026, 1, 2, 3, 4, 5, 6))
    moment: Mapped[datetime] = mapped_column(
        UtcDateTime, default=datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
    )
    mood: Mapped[Mood | None]
    user_id: Mapped[int | None] = mapped_column(ForeignKey(User.id))


class NoteForm(ModelForm):
    title = StringField(filters=[strip], validators=[DataRequired()])
    subtitle = StringField(filters=[strip])
    motto = StringField(filters=[strip])
    body = TextAreaField(filters=[strip])
    is_read = BooleanField()
    is_good = BooleanField()
    price = DecimalField()
    weight = FloatField()
    count = IntegerField(validators=[Optional()])
    day = DateField()
    at = TimeField(format=["%H:%M:%S", "%H:%M"])
    local = DateTimeLocalField()
    moment = UtcDateTimeField()
    mood = ChoiceField(values=Mood)
    user_id = RowField(key=User.id, label=User.name)


SENT_UNCHANGED = {
    "title": "twolines",
    "subtitle": "",
    "motto": "",
    "body": "one\r\ntwo\r\nthree",
    "is_good": "y",
    "price": "9.90",
    "weight": "0.30000000000000004",
    "count": "",
    "day": "2026-11-21",
    "at": "09:30:15",
    "local": "2026-01-02T03:04:05",
    "moment": "2026-01-02T03:04:05",
    "mood": "",
    "user_id": "",
}
"""What a browser sends of a note: one line of an input, CR LF of a text area."""


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


@pytest.mark.parametrize(("second", "step"), [(0, None), (15, "1")])
def test_a_time_with_seconds_can_become_one_without(
    app: Flask, second: int, step: str | None
) -> None:
    sold_at = datetime(2026, 1, 2, 9, 30, second, tzinfo=UTC)
    with app.test_request_context():
        html = render_template_string(
            "{% from 'macros/forms.html' import field %}{{ field(form.sold_at) }}",
            form=SaleForm(data={"sold_at": sold_at}),
        )
    found = re.search(r' step="(.+?)"', html)
    assert (found and found[1]) == step


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
        ("pieces", "40000", "This must be from -32767 to 32767."),
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


def send(app: Flask, note: SampleNote, data: dict[str, str]) -> set[str]:
    """Send the form of a note, and return the columns that were written."""
    with app.test_request_context(method="POST", data=data):
        before = values_of(db.session.merge(note))
        note = db.session.get_one(SampleNote, note.id)
        form = NoteForm(obj=note)
        assert form.save(note), form.errors
        db.session.expire_all()
        after = values_of(note)
    return {name for name, value in after.items() if value != before[name]}


def values_of(note: SampleNote) -> dict[str, Any]:
    return {each.key: getattr(note, each.key) for each in SampleNote.__table__.columns}


@pytest.fixture
def note(app: Flask) -> SampleNote:
    with app.app_context():
        note = SampleNote()
        db.session.add(note)
        db.session.commit()
        db.session.refresh(note)
        return note


def test_a_form_that_was_not_changed(app: Flask, note: SampleNote) -> None:
    assert send(app, note, SENT_UNCHANGED) == set()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("title", "One line"),
        ("subtitle", "A subtitle"),
        ("motto", "A motto"),
        ("body", "one\r\ntwo"),
        ("is_read", "y"),
        ("price", "9.91"),
        ("weight", "0.3"),
        ("count", "0"),
        ("day", "2026-11-22"),
        ("at", "09:30"),
        ("local", "2026-01-02T03:04"),
        ("moment", "2026-01-02T03:04"),
        ("mood", "bad"),
    ],
)
def test_a_field_that_was_changed(
    app: Flask, note: SampleNote, name: str, text: str
) -> None:
    assert send(app, note, {**SENT_UNCHANGED, name: text}) == {name}


def test_a_box_that_was_cleared(app: Flask, note: SampleNote) -> None:
    sent = {name: text for name, text in SENT_UNCHANGED.items() if name != "is_good"}
    assert send(app, note, sent) == {"is_good"}


def test_a_new_record_has_what_was_sent(app: Flask) -> None:
    with app.test_request_context(method="POST", data=SENT_UNCHANGED):
        note = SampleNote()
        assert NoteForm().save(note)
        assert (note.is_read, note.motto) == (False, None)
        assert note.body == "one\ntwo\nthree"


@pytest.mark.parametrize("debug", [True, False])
def test_a_field_that_the_model_does_not_have(
    app: Flask, caplog: pytest.LogCaptureFixture, debug: bool
) -> None:
    class OldForm(UserForm):
        nickname = StringField()

    app.debug = debug
    app.testing = False
    data = {"name": "Ada", "email": "ada@example.com", "nickname": "ada"}
    with app.test_request_context(method="POST", data=data):
        form = OldForm()
        if debug:
            with pytest.raises(AttributeError, match=r"nickname of OldForm .* User"):
                form.save(User())
        else:
            assert form.save(User())
            assert "nickname of OldForm" in caplog.text


@pytest.mark.parametrize(
    "address",
    [
        "ada@example.com",
        "a.d+a@mail.example.co",
        "o'hara@localhost",
        "ada@münchen.example",
    ],
)
def test_an_email_address(app: Flask, address: str) -> None:
    assert not save(app, name="Ada", email=address).errors


@pytest.mark.parametrize(
    "address",
    ["ada", "ada@", "@example.com", "a da@example.com", "a@b@c", "a@b..c", "a@-b"],
)
def test_what_is_no_email_address(app: Flask, address: str) -> None:
    message = "This must be an e-mail address, such as ada@example.com."
    assert save(app, name="Ada", email=address).errors == {"email": [message]}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of an application with a form for users at /test/users."""

    class UploadForm(UserForm):
        photo = FileField()

    @app.post("/test/users")
    def store() -> str:
        form = UploadForm().without("photo")
        return "stored" if form.save(User()) else str(form.errors)

    @app.post("/photos")
    def photo() -> str:
        return str(UploadForm().photo.data.filename)

    return app.test_client()


@pytest.mark.parametrize(
    ("request_of", "status"),
    [
        ({"json": {"name": "Ada", "email": "ada@example.com"}}, 415),
        ({"json": ["Ada"]}, 415),
        ({"data": "{", "content_type": "application/json"}, 415),
        ({"data": "name=Ada", "content_type": "text/plain"}, 415),
        ({"data": {"name": (BytesIO(b"Ada"), "a.txt"), "email": "ada@a.b"}}, 400),
    ],
)
def test_what_is_not_sent_as_a_form(
    app: Flask, client: FlaskClient, request_of: dict[str, Any], status: int
) -> None:
    assert client.post("/test/users", **request_of).status_code == status
    with app.app_context():
        assert db.session.scalars(db.select(User)).all() == []


def test_a_form_with_a_file(client: FlaskClient) -> None:
    fields = {"name": "Ada", "email": "ada@example.com"}
    data = {**fields, "other": (BytesIO(b""), "a.txt")}
    assert client.post("/test/users", data=data).text == "stored"
    data = {**fields, "photo": (BytesIO(b""), "a.png")}
    assert client.post("/photos", data=data).text == "a.png"


def test_a_form_without_fields(client: FlaskClient) -> None:
    assert "name" in client.post("/test/users").text


def test_a_refused_record_is_logged_without_its_values(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with app.test_request_context(method="POST", data={"name": "Ada L."}):
        assert not UserForm().without("email").save(User())
    assert "email" in caplog.text
    assert "Ada L." not in caplog.text


@pytest.mark.parametrize(
    ("required", "marks"),
    [
        ({"name"}, {"name": "required"}),
        ({"name", "email"}, {"note": "optional"}),
        ({"name", "email", "note"}, {}),
    ],
)
def test_what_is_rarer_is_marked(
    app: Flask, required: set[str], marks: dict[str, str]
) -> None:
    class Form(ModelForm):
        name = StringField(validators=[DataRequired()] if "name" in required else [])
        email = StringField(validators=[DataRequired()] if "email" in required else [])
        note = StringField(validators=[DataRequired()] if "note" in required else [])
        done = BooleanField()

    page = "{% from 'macros/forms.html' import fields %}{{ fields(form) }}"
    with app.test_request_context():
        html = render_template_string(page, form=Form())
    found = re.findall(r'for="(\w+)">[^<]*<span class="hint">\((\w+)\)', html)
    assert dict(found) == marks


def test_a_group_of_choices(app: Flask) -> None:
    class Form(ModelForm):
        kind = RadioField(choices=["a", "b"], validators=[DataRequired()])

    page = "{% from 'macros/forms.html' import fields %}{{ fields(form) }}"
    with app.test_request_context(method="POST"):
        form = Form(data={"kind": "b"})
        form.kind.errors = ["Wrong."]
        html = render_template_string(page, form=form)
    group = re.search(
        r'<fieldset class="field" id="kind"(.*?)</fieldset>', html, re.DOTALL
    )
    assert group
    assert 'aria-describedby="kind-error"' in group[1]
    assert re.findall(r"<legend>(.*?)</legend>", group[1]) == ["Kind"]
    boxes = r'<input[^>]* type="radio"[^>]*>\s*<label for="kind-\d">(\w)</label>'
    assert re.findall(boxes, group[1]) == ["a", "b"]
