from flask import Flask
from flask.testing import FlaskClient

from tests.factories.post import make_post


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


def test_missing(client: FlaskClient) -> None:
    url = "/posts/0"
    assert client.get(url).status_code == 404
