from collections.abc import Iterator

import pytest
from flask import Flask, render_template_string
from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.models import User


class SampleBadge(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey(User.id))
    owner: Mapped[str | None] = mapped_column(ForeignKey(User.email))


@pytest.fixture
def user(app: Flask) -> Iterator[User]:
    with app.test_request_context():
        user = User(name="Ada", email="ada@example.com")
        db.session.add(user)
        db.session.commit()
        yield user


def test_related(user: User) -> None:
    badge = SampleBadge(user_id=user.id, owner=user.email)
    for name in ("user_id", "owner"):
        text = "{{ (badge | related(name)).name }}"
        assert render_template_string(text, badge=badge, name=name) == "Ada"


def test_what_refers_to_nothing(user: User) -> None:
    text = "{{ badge | related('user_id') }}"
    assert render_template_string(text, badge=SampleBadge()) == "None"
