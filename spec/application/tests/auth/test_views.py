"""The decorators on views, also on coroutines, and the pages that they send visitors to."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.auth import (
    admin_required,
    current_user,
    find_user,
    fresh_login_required,
    login_required,
)
from app.extensions import db
from app.fresh import FRESH
from app.models import UserSession
from app.models.types import utc_now
from tests.helpers.auth.conftest import EMAIL, PASSWORD, sign_in


async def page(view: str) -> str:
    """A parameter of a URL may have the name of one of the decorators' own."""
    await asyncio.sleep(0)
    return f"{view} of {current_user.email}"


@pytest.fixture
def application() -> Flask:
    """These tests add pages."""
    return create_app("testing")


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


@pytest.mark.parametrize(
    "url",
    [
        "/files/a%5Cb?q=%5C",
        "/files/100%25",
        "/files/%2541%255C",
        "/files/%09%3F%23?q=%0D%0A%26",
        "/files/a:b@c/%C3%A9%20x?at=1/2&q=%C3%A9+%23",
        "/%5Cevil",
    ],
)
def test_signing_in_and_confirming_lead_back_to_the_same_url(
    app: Flask, client: FlaskClient, url: str
) -> None:
    def files(path: str) -> str:
        return path

    app.add_url_rule("/<path:path>", view_func=fresh_login_required(files))
    form = {"email": EMAIL, "password": PASSWORD}
    asked = client.get(url).location
    assert asked.startswith("/sign-in?next=")
    assert client.post(asked, data=form).location == url
    with app.app_context():
        db.session.execute(db.update(UserSession).values(fresh_at=utc_now() - FRESH))
        db.session.commit()
    asked = client.get(url).location
    assert asked.startswith("/account/confirm?next=")
    assert client.post(asked, data={"current_password": PASSWORD}).location == url


@pytest.mark.parametrize(
    "url", ["/\\evil", "/%5Cevil", "//evil", "/%09/evil", "/a%0Ab"]
)
def test_next_leads_to_no_other_site(client: FlaskClient, url: str) -> None:
    form = {"email": EMAIL, "password": PASSWORD}
    assert client.post(f"/sign-in?next={url}", data=form).location == "/"


@pytest.mark.parametrize(
    ("url", "location"),
    [
        ("/blog/members?path=/../a", "/blog/members?path=/../a"),
        ("/blog", "/blog"),
        ("/other", "/blog/"),
        ("/blogs", "/blog/"),
        ("/blog/../other", "/blog/"),
        ("/blog/%2E%2e/other", "/blog/"),
        ("/blog/..%2Fother", "/blog/"),
        ("/blog/..#", "/blog/"),
    ],
)
def test_next_stays_below_the_path_of_the_application(
    client: FlaskClient, url: str, location: str
) -> None:
    response = client.post(
        "/sign-in",
        base_url="http://localhost/blog",
        query_string={"next": url},
        data={"email": EMAIL, "password": PASSWORD},
    )
    assert response.location == location
