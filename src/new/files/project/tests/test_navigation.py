from collections.abc import Iterator

import pytest
from flask import Flask, render_template

from app.navigation import LINKS, Link, navigation


@pytest.fixture
def app(app: Flask) -> Iterator[Flask]:
    """An application with posts and pages of one, in a header of three links."""

    def page(post_id: int = 0) -> str:
        return render_template("layouts/base.html")

    app.add_url_rule("/posts", "posts.index", page)
    app.add_url_rule("/posts/<int:post_id>", "posts.show", page)
    app.add_url_rule("/postscript", "postscript", page)
    kept = list(LINKS)
    links = [("Posts", "posts.index"), ("Post", "posts.show"), ("Home", "mains.index")]
    LINKS[:] = [Link(*link) for link in [*links, ("Nowhere", "nowhere")]]
    yield app
    LINKS[:] = kept


@pytest.mark.parametrize(
    ("path", "posts", "home"),
    [
        ("/posts", "page", None),
        ("/posts/1", "true", None),
        ("/postscript", None, None),
        ("/nowhere", None, None),
        ("/", None, "page"),
    ],
)
def test_the_current_link(
    app: Flask, path: str, posts: str | None, home: str | None
) -> None:
    with app.test_request_context(path):
        shown = [(link.text, url, current) for link, url, current in navigation()]
    assert shown == [("Posts", "/posts", posts), ("Home", "/", home)]


def test_below_a_prefix(app: Flask) -> None:
    with app.test_request_context("/posts", environ_overrides={"SCRIPT_NAME": "/blog"}):
        _, url, current = next(navigation())
    assert (url, current) == ("/blog/posts", "page")


def test_the_header(app: Flask) -> None:
    header, _ = app.test_client().get("/posts/1").text.split("</header>")
    assert 'href="/posts" aria-current="true">Posts</a>' in header
    assert 'href="/">Home</a>' in header
