"""Two people change one record: what the pages of their forms showed decides what is saved."""

import re
from datetime import time
from typing import Any

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from sqlalchemy import Column as TableColumn
from sqlalchemy import ForeignKey, Table
from sqlalchemy.orm import Mapped, mapped_column, relationship
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.test import TestResponse
from wtforms import (
    BooleanField,
    PasswordField,
    RadioField,
    SelectMultipleField,
    StringField,
    TextAreaField,
    TimeField,
)
from wtforms.validators import DataRequired
from wtforms.widgets import CheckboxInput, ListWidget

from app.extensions import db
from app.forms.base import ModelForm, strip
from app.forms.fields import RowField
from app.models import User

plan_topic = Table(
    "sample_plan_topic",
    db.metadata,
    TableColumn("plan_id", ForeignKey("sample_plan.id"), primary_key=True),
    TableColumn("topic_id", ForeignKey("sample_topic.id"), primary_key=True),
)


class SampleTopic(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)


class SamplePlan(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(default="Fog")
    body: Mapped[str | None] = mapped_column(default="one\r\ntwo")
    done: Mapped[bool] = mapped_column(default=True)
    seen: Mapped[bool | None]
    at: Mapped[time] = mapped_column(default=time(9, 30, 15, 123456))
    kind: Mapped[str] = mapped_column(default="a")
    user_id: Mapped[int | None] = mapped_column(ForeignKey(User.id))
    # FOR UPDATE may not lock what is joined.
    user: Mapped[User | None] = relationship(lazy="joined")
    topics: Mapped[list[SampleTopic]] = relationship(secondary=plan_topic)


class TopicsField(SelectMultipleField):
    """Checkboxes, as a person would write them."""

    widget = ListWidget()
    option_widget = CheckboxInput()

    def process_data(self, value: Any) -> None:
        self.data = [str(topic.id) for topic in value or []]

    def populate_obj(self, obj: Any, name: str) -> None:
        chosen = db.select(SampleTopic).where(SampleTopic.id.in_(map(int, self.data)))
        setattr(obj, name, list(db.session.scalars(chosen)))


class PlanForm(ModelForm):
    title = StringField(filters=[strip], validators=[DataRequired()])
    body = TextAreaField(filters=[strip])
    done = BooleanField()
    seen = BooleanField()
    at = TimeField(format=["%H:%M:%S", "%H:%M"])
    kind = RadioField(choices=["a", "b"])
    user_id = RowField(key=User.id, label=User.name)
    topics = TopicsField(choices=["1", "2", "3"])


PAGE = "{% from 'macros/forms.html' import fields %}{{ fields(form) }}"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    @app.get("/plan")
    def edit() -> str:
        return render_template_string(PAGE, form=PlanForm(obj=plan()))

    @app.post("/plan")
    def update() -> Any:
        form = PlanForm(obj=plan())
        if not form.save(plan()):
            return render_template_string(PAGE, form=form), form.http_status
        return "saved"

    with app.app_context():
        topics = [SampleTopic(id=number) for number in (1, 2, 3)]
        db.session.add(User(id=1, name="Ada", email="ada@example.com"))
        db.session.add(User(id=2, name="Grace", email="grace@example.com"))
        db.session.add_all([*topics, SamplePlan(id=1, topics=topics[:2], user_id=1)])
        db.session.commit()
    return app.test_client()


def plan() -> SamplePlan:
    return db.session.get_one(SamplePlan, 1)


def sent_by(html: str) -> MultiDict[str, str]:
    """What a browser sends of a page."""
    sent = MultiDict[str, str]()
    for name, text in re.findall(
        r'<textarea[^>]* name="(\w+)"[^>]*>\r\n(.*?)<', html, re.DOTALL
    ):
        sent.add(name, text.replace("\r\n", "\n").replace("\n", "\r\n"))
    for name, options in re.findall(r'<select[^>]* name="(\w+)">(.*?)</select>', html):
        sent.add(name, re.findall(r'<option selected value="(.*?)"', options)[0])
    for tag in re.findall(r"<input[^>]*>", html):
        values = dict(re.findall(r' ([\w-]+)="([^"]*)"', tag))
        is_box = values["type"] in {"checkbox", "radio"}
        if " checked" in tag or not is_box:
            sent.add(values["name"], values.get("value", ""))
    return sent


def opened(client: FlaskClient) -> MultiDict[str, str]:
    return sent_by(client.get("/plan").text)


def with_(sent: MultiDict[str, str], **values: Any) -> MultiDict[str, str]:
    changed = sent.copy()
    for name, value in values.items():
        changed.setlist(name, value if isinstance(value, list) else [value])
    return changed


def post(client: FlaskClient, sent: MultiDict[str, str], **values: Any) -> TestResponse:
    return client.post("/plan", data=with_(sent, **values))


def stored(client: FlaskClient) -> dict[str, Any]:
    with client.application.app_context():
        names = [column.key for column in SamplePlan.__table__.columns]
        topics = sorted(topic.id for topic in plan().topics)
        return {name: getattr(plan(), name) for name in names} | {"topics": topics}


def note_of(page: TestResponse, name: str, kind: str) -> str:
    found = re.search(rf'<p id="{name}-{kind}"[^>]*>(.*?)</p>', page.text, re.DOTALL)
    return found[1] if found else ""


def test_what_nobody_changed_stays_as_it_is(client: FlaskClient) -> None:
    before = stored(client)
    assert post(client, opened(client)).text == "saved"
    assert stored(client) == before


def test_changes_of_different_fields_are_both_kept(client: FlaskClient) -> None:
    mine = opened(client)
    assert post(client, opened(client), title="Mist", kind="b").text == "saved"
    assert post(client, mine, body="three").text == "saved"
    saved = stored(client)
    assert (saved["title"], saved["kind"], saved["body"]) == ("Mist", "b", "three")


@pytest.mark.parametrize(
    ("name", "mine", "theirs", "words"),
    [
        ("title", "Rain", "Mist", "changed this to “Mist”"),
        ("body", "three", "four\nfive", "changed this to “four\nfive”"),
        ("body", "three", "", "emptied this"),
        ("at", "10:00", "11:00", "changed this to “11:00”"),
        ("user_id", "", "2", "changed this to “Grace”"),
        ("topics", ["1"], ["1", "2", "3"], "changed this to “1, 2, 3”"),
        ("topics", ["3"], [], "emptied this"),
        ("topics", [], ["3"], "changed this to “3”"),
    ],
)
def test_changes_of_one_field_are_shown_and_not_saved(
    client: FlaskClient, name: str, mine: Any, theirs: Any, words: str
) -> None:
    sent = with_(opened(client), kind="b", **{name: mine})
    assert post(client, opened(client), **{name: theirs, "done": []}).text == "saved"
    before = stored(client)
    page = client.post("/plan", data=sent)
    assert page.status_code == 409
    assert note_of(page, name, "change") == f"Someone else has {words}."
    assert "Save again to keep your version." in note_of(page, name, "error")
    assert "<h2>Someone else has changed this</h2>" in page.text
    assert "Nothing was saved." in page.text
    assert stored(client) == before
    again = sent_by(page.text)
    assert again.getlist(name) == (mine if isinstance(mine, list) else [mine])
    assert "done" not in again
    assert client.post("/plan", data=again).text == "saved"
    after = stored(client)
    assert after[name] != before[name]
    assert (after["done"], after["kind"]) == (False, "b")


def test_a_field_that_only_the_other_person_changed_says_so(
    client: FlaskClient,
) -> None:
    mine = opened(client)
    theirs = {"title": "Mist", "kind": "b", "done": [], "user_id": "", "topics": ["3"]}
    assert post(client, opened(client), **theirs).text == "saved"
    page = post(client, mine, title="Rain", body="three")
    found = re.findall(r'<p id="(\w+)-change"[^>]*>(.*?)</p>', page.text)
    assert found == [
        ("title", "Someone else has changed this to “Mist”."),
        ("done", "Someone else has changed this to “No”."),
        ("kind", "Someone else has changed this to “b”."),
        ("user_id", "Someone else has emptied this."),
        ("topics", "Someone else has changed this to “3”."),
    ]
    described = re.findall(r'aria-describedby="(\w+)-change[" ]', page.text)
    assert described == [name for name, _ in found]
    assert "-change" not in post(client, sent_by(page.text), title="").text


def test_the_same_change_by_two_people_is_no_conflict(client: FlaskClient) -> None:
    mine = opened(client)
    post(client, opened(client), title="Mist")
    assert post(client, mine, title="Mist", body="three").text == "saved"
    assert stored(client)["body"] == "three"


@pytest.mark.parametrize(
    ("name", "empty"), [("done", False), ("topics", []), ("body", None)]
)
def test_what_was_emptied_is_empty(client: FlaskClient, name: str, empty: Any) -> None:
    sent = opened(client)
    sent.setlist(name, [""] if name == "body" else [])
    assert client.post("/plan", data=sent).text == "saved"
    assert stored(client)[name] == empty


def test_a_script_sends_only_what_it_changes(client: FlaskClient) -> None:
    before = stored(client)
    assert client.post("/plan", data={"title": "Mist", "done": "y"}).text == "saved"
    assert stored(client) == before | {"title": "Mist"}


@pytest.mark.parametrize("change", [{"title": ""}, {"user_id-find": "", "body": "x"}])
def test_a_page_that_comes_back_still_knows_what_it_showed(
    client: FlaskClient, change: dict[str, str]
) -> None:
    mine = opened(client)
    post(client, opened(client), kind="b", title="Mist")
    page = post(client, mine, **change)
    assert page.status_code == 422
    again = sent_by(page.text)
    assert {name: again[name] for name in mine if name.endswith("-shown")} == {
        name: text for name, text in mine.items() if name.endswith("-shown")
    }
    page = post(client, again, title="Rain")
    assert page.status_code == 409
    assert note_of(page, "kind", "error") == ""
    assert sent_by(page.text)["kind"] == "b"


def test_a_field_in_markup_of_ones_own_has_its_digest(app: Flask) -> None:
    class OwnForm(PlanForm):
        password = PasswordField()

    with app.test_request_context():
        form = OwnForm(data={"kind": "a", "password": "secret"})
        boxes = "{% for box in form.kind %}{{ box }}{% endfor %}"
        html = render_template_string(
            boxes + "{{ form.title }}{{ form.password }}", form=form
        )
    assert html.count('name="kind-shown"') == html.count('name="title-shown"') == 1
    assert "password-shown" not in html


def test_what_a_controller_has_set_before_is_saved(client: FlaskClient) -> None:
    data = {"title": "Mist"}
    with client.application.test_request_context(method="POST", data=data):
        record = plan()
        record.kind = "b"
        assert PlanForm(obj=record).save(record)
    saved = stored(client)
    assert (saved["title"], saved["kind"]) == ("Mist", "b")


def test_a_record_that_is_deleted_meanwhile(client: FlaskClient) -> None:
    data = {"title": "Mist"}
    with client.application.test_request_context(method="POST", data=data):
        record = plan()
        form = PlanForm(obj=record)
        db.session.execute(db.delete(plan_topic))
        delete = db.delete(SamplePlan).execution_options(synchronize_session=False)
        db.session.execute(delete)
        with pytest.raises(NotFound):
            form.save(record)
