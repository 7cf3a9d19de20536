from flask import Flask
from flask.testing import FlaskClient

from tests.factories.post import make_post


def test_list(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First")
        make_post(title="Second")
    page = client.get("/posts")
    assert "First" in page.text
    assert "Second" in page.text


def test_search(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First")
        make_post(title="Second")
    page = client.get("/posts", query_string={"q": "first"})
    assert "First" in page.text
    assert "Second" not in page.text


def test_sort(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First")
        make_post(title="Second")
    page = client.get("/posts", query_string={"sort": "title"})
    assert page.text.index("First") < page.text.index("Second")


def test_csv(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_post(title="First")
        make_post(title="Second")
    query = {"q": "first", "format": "csv"}
    file = client.get("/posts", query_string=query)
    assert file.mimetype == "text/csv"
    assert '"First"' in file.text
    assert "Second" not in file.text


def test_page(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        saved = make_post(title="First")
        post_id = saved.id
    page = client.get(f"/posts/{post_id}")
    assert "First" in page.text


def test_missing(client: FlaskClient) -> None:
    url = "/posts/0"
    assert client.get(url).status_code == 404
