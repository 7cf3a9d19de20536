from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from flask import Flask, render_template

from app.navigation import LINKS, Link, navigation


@pytest.fixture
def app(app: Flask) -> Iterator[Flask]:
    """An application with a list and a page of a record, in a header of three links."""

    def page(record_id: int = 0) -> str:
        return render_template("layouts/base.html")

    app.add_url_rule("/navigation-test", "navigation_test.index", page)
    app.add_url_rule("/navigation-test/<int:record_id>", "navigation_test.show", page)
    app.add_url_rule("/navigation-tests", "navigation_tests", page)
    app.add_url_rule("/", "navigation_home", page)
    kept = list(LINKS)
    links = [
        ("Posts", "navigation_test.index"),
        ("Post", "navigation_test.show"),
        ("Home", "navigation_home"),
    ]
    LINKS[:] = [Link(*link) for link in [*links, ("Nowhere", "nowhere")]]
    yield app
    LINKS[:] = kept


@pytest.mark.parametrize(
    ("path", "posts", "home"),
    [
        ("/navigation-test", "page", None),
        ("/navigation-test/1", "true", None),
        ("/navigation-tests", None, None),
        ("/nowhere", None, None),
        ("/", None, "page"),
    ],
)
def test_the_current_link(
    app: Flask, path: str, posts: str | None, home: str | None
) -> None:
    with app.test_request_context(path):
        shown = [(link.text, url, current) for link, url, current in navigation()]
    assert shown == [("Posts", "/navigation-test", posts), ("Home", "/", home)]


def test_below_a_prefix(app: Flask) -> None:
    with app.test_request_context(
        "/navigation-test", environ_overrides={"SCRIPT_NAME": "/blog"}
    ):
        _, url, current = next(navigation())
    assert (url, current) == ("/blog/navigation-test", "page")


def test_the_header(app: Flask) -> None:
    header, _ = app.test_client().get("/navigation-test/1").text.split("</header>")
    assert 'href="/navigation-test" aria-current="true">Posts</a>' in header
    assert 'href="/">Home</a>' in header


@pytest.mark.parametrize(
    ("user", "shown"),
    [
        (None, ["Home"]),
        (SimpleNamespace(is_admin=False), ["Notes", "Home"]),
        (SimpleNamespace(is_admin=True), ["Notes", "Users", "Home"]),
    ],
)
def test_links_for_users_and_admins(
    app: Flask, user: SimpleNamespace | None, shown: list[str]
) -> None:
    LINKS[:] = [
        Link("Notes", "navigation_test.index", "users"),
        Link("Users", "navigation_tests", "admin"),
        Link("Home", "navigation_home"),
    ]
    with app.test_request_context():
        header = render_template("components/header.html", current_user=user)
    assert [link.text for link in LINKS if f">{link.text}</a>" in header] == shown
