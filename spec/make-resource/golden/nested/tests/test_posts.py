from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.extensions import db
from app.models import Post
from tests.factories.comment import make_comment
from tests.factories.post import make_post
from tests.factories.user import make_user


@pytest.fixture
def post_id(app: Flask) -> int:
    with app.app_context():
        return make_post().id


@pytest.fixture
def data(app: Flask) -> dict[str, Any]:
    """What a browser sends."""
    with app.app_context():
        return {
            "title": "New title",
            "body": "New body",
            "price": "7.50",
            "author_id": make_user().id,
            "editor_id": make_user().id,
        }


def test_list(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First one")
        make_post(title="Second one")
    page = client.get("/posts")
    assert "First one" in page.text
    assert "Second one" in page.text


def test_search(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First one")
        make_post(title="Second one")
    page = client.get("/posts", query_string={"q": "first one"})
    assert "First one" in page.text
    assert "Second one" not in page.text


def test_sort(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First one")
        make_post(title="Second one")
    page = client.get("/posts", query_string={"sort": "title"})
    assert page.text.index("First one") < page.text.index("Second one")


def test_csv(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First one")
        make_post(title="Second one")
    query = {"q": "first one", "format": "csv"}
    file = client.get("/posts", query_string=query)
    assert file.mimetype == "text/csv"
    assert '"First one"' in file.text
    assert "Second one" not in file.text


def test_page(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        saved = make_post(title="First one")
        post_id = saved.id
    page = client.get(f"/posts/{post_id}")
    assert "First one" in page.text


def test_comments_on_page(app: Flask, client: FlaskClient, post_id: int) -> None:
    with app.app_context():
        make_comment(text="First one", post_id=post_id)
        make_comment(text="Second one")
    page = client.get(f"/posts/{post_id}")
    assert "First one" in page.text
    assert "Second one" not in page.text


def test_new(client: FlaskClient) -> None:
    page = client.get("/posts/create")
    assert "New post" in page.text
    assert 'name="title"' in page.text


def test_create(app: Flask, client: FlaskClient, data: dict[str, Any]) -> None:
    page = client.post("/posts/create", data=data, follow_redirects=True)
    assert "The post has been created." in page.text
    with app.app_context():
        saved = db.session.scalars(db.select(Post)).one()
        assert saved.title == "New title"


def test_create_with_invalid_input(
    app: Flask, client: FlaskClient, data: dict[str, Any]
) -> None:
    page = client.post("/posts/create", data=data | {"title": ""})
    assert page.status_code == 422
    assert "There is a problem" in page.text
    with app.app_context():
        saved = db.session.scalars(db.select(Post)).all()
        assert saved == []


def test_edit(
    app: Flask, client: FlaskClient, data: dict[str, Any], post_id: int
) -> None:
    page = client.get(f"/posts/{post_id}/edit")
    assert "Edit post" in page.text
    page = client.post(f"/posts/{post_id}/edit", data=data, follow_redirects=True)
    assert "The post has been updated." in page.text
    with app.app_context():
        saved = db.session.get_one(Post, post_id)
        assert saved.title == "New title"


def test_edit_with_invalid_input(
    client: FlaskClient, data: dict[str, Any], post_id: int
) -> None:
    page = client.post(f"/posts/{post_id}/edit", data=data | {"title": ""})
    assert page.status_code == 422
    assert "There is a problem" in page.text


def test_delete(app: Flask, client: FlaskClient, post_id: int) -> None:
    page = client.post(f"/posts/{post_id}/delete", follow_redirects=True)
    assert "The post has been deleted." in page.text
    with app.app_context():
        assert db.session.get(Post, post_id) is None


def test_missing(client: FlaskClient) -> None:
    url = "/posts/0"
    assert client.get(url).status_code == 404
    assert client.get(f"{url}/edit").status_code == 404
    assert client.post(f"{url}/edit").status_code == 404
    assert client.post(f"{url}/delete").status_code == 404
