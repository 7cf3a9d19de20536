from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.extensions import db
from app.models import Comment
from tests.factories.comment import make_comment
from tests.factories.post import make_post


@pytest.fixture
def post_id(app: Flask) -> int:
    with app.app_context():
        return make_post().id


@pytest.fixture
def comment_id(app: Flask, post_id: int) -> int:
    with app.app_context():
        return make_comment(post_id=post_id).id


@pytest.fixture
def data(app: Flask) -> dict[str, Any]:
    """What a browser sends."""
    with app.app_context():
        return {
            "text": "New text",
        }


def test_list(app: Flask, client: FlaskClient, post_id: int) -> None:
    with app.app_context():
        make_comment(text="First one", post_id=post_id)
        make_comment(text="Second one", post_id=post_id)
    page = client.get(f"/posts/{post_id}/comments")
    assert "First one" in page.text
    assert "Second one" in page.text


def test_search(app: Flask, client: FlaskClient, post_id: int) -> None:
    with app.app_context():
        make_comment(text="First one", post_id=post_id)
        make_comment(text="Second one", post_id=post_id)
    page = client.get(f"/posts/{post_id}/comments", query_string={"q": "first one"})
    assert "First one" in page.text
    assert "Second one" not in page.text


def test_sort(app: Flask, client: FlaskClient, post_id: int) -> None:
    with app.app_context():
        make_comment(text="First one", post_id=post_id)
        make_comment(text="Second one", post_id=post_id)
    page = client.get(f"/posts/{post_id}/comments", query_string={"sort": "text"})
    assert page.text.index("First one") < page.text.index("Second one")


def test_csv(app: Flask, client: FlaskClient, post_id: int) -> None:
    with app.app_context():
        make_comment(text="First one", post_id=post_id)
        make_comment(text="Second one", post_id=post_id)
    query = {"q": "first one", "format": "csv"}
    file = client.get(f"/posts/{post_id}/comments", query_string=query)
    assert file.mimetype == "text/csv"
    assert '"First one"' in file.text
    assert "Second one" not in file.text


def test_page(app: Flask, client: FlaskClient, post_id: int) -> None:
    with app.app_context():
        saved = make_comment(text="First one", post_id=post_id)
        comment_id = saved.id
    page = client.get(f"/posts/{post_id}/comments/{comment_id}")
    assert "First one" in page.text


def test_new(client: FlaskClient, post_id: int) -> None:
    page = client.get(f"/posts/{post_id}/comments/create")
    assert "New comment" in page.text
    assert 'name="text"' in page.text


def test_create(
    app: Flask, client: FlaskClient, data: dict[str, Any], post_id: int
) -> None:
    page = client.post(
        f"/posts/{post_id}/comments/create", data=data, follow_redirects=True
    )
    assert "The comment has been created." in page.text
    with app.app_context():
        saved = db.session.scalars(db.select(Comment)).one()
        assert saved.text == "New text"


def test_create_with_invalid_input(
    app: Flask, client: FlaskClient, data: dict[str, Any], post_id: int
) -> None:
    page = client.post(f"/posts/{post_id}/comments/create", data=data | {"text": ""})
    assert page.status_code == 422
    assert "There is a problem" in page.text
    with app.app_context():
        saved = db.session.scalars(db.select(Comment)).all()
        assert saved == []


def test_edit(
    app: Flask, client: FlaskClient, data: dict[str, Any], post_id: int, comment_id: int
) -> None:
    page = client.get(f"/posts/{post_id}/comments/{comment_id}/edit")
    assert "Edit comment" in page.text
    page = client.post(
        f"/posts/{post_id}/comments/{comment_id}/edit", data=data, follow_redirects=True
    )
    assert "The comment has been updated." in page.text
    with app.app_context():
        saved = db.session.get_one(Comment, comment_id)
        assert saved.text == "New text"


def test_edit_with_invalid_input(
    client: FlaskClient, data: dict[str, Any], post_id: int, comment_id: int
) -> None:
    page = client.post(
        f"/posts/{post_id}/comments/{comment_id}/edit", data=data | {"text": ""}
    )
    assert page.status_code == 422
    assert "There is a problem" in page.text


def test_delete(app: Flask, client: FlaskClient, post_id: int, comment_id: int) -> None:
    page = client.post(
        f"/posts/{post_id}/comments/{comment_id}/delete", follow_redirects=True
    )
    assert "The comment has been deleted." in page.text
    with app.app_context():
        assert db.session.get(Comment, comment_id) is None


def test_missing(client: FlaskClient, post_id: int) -> None:
    url = f"/posts/{post_id}/comments/0"
    assert client.get(url).status_code == 404
    assert client.get(f"{url}/edit").status_code == 404
    assert client.post(f"{url}/edit").status_code == 404
    assert client.post(f"{url}/delete").status_code == 404
