"""The decorators on views that are coroutines, as in `async def`."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.auth import (
    admin_required,
    current_user,
    find_user,
    fresh_login_required,
    login_required,
)
from app.extensions import db
from tests.helpers.auth.conftest import EMAIL, sign_in


async def page(view: str) -> str:
    """A parameter of a URL may have the name of one of the decorators' own."""
    await asyncio.sleep(0)
    return f"{view} of {current_user.email}"


def waiting(view: Callable[..., Any]) -> Callable[..., Any]:
    """As the extra `flask[async]` does it."""
    return lambda *args, **options: asyncio.run(view(*args, **options))


@pytest.mark.parametrize(
    "decorator", [login_required, fresh_login_required, admin_required]
)
def test_a_coroutine_is_a_view(
    app: Flask,
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    decorator: Callable[..., Any],
) -> None:
    monkeypatch.setattr(app, "async_to_sync", waiting)
    app.add_url_rule("/async/<view>", view_func=decorator(page))
    assert client.get("/async/page").location == "/sign-in?next=/async/page"
    sign_in(client)
    is_for_admins = decorator is admin_required
    assert client.get("/async/page").status_code == (403 if is_for_admins else 200)
    with app.app_context():
        user = find_user(EMAIL)
        assert user
        user.is_admin = True
        db.session.commit()
    assert client.get("/async/page").text == f"page of {EMAIL}"


def test_a_coroutine_has_the_type_of_a_view() -> None:
    guarded = admin_required(fresh_login_required(login_required(page)))
    assert guarded.__name__ == "page"
