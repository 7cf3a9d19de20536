import pytest
from flask import Flask, Response, abort, request
from flask.testing import FlaskClient

from app.extensions import csrf
from app.security import HEADERS


def test_start_page(client: FlaskClient) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert "<h1" in response.text


def test_stylesheet(client: FlaskClient) -> None:
    assert ".button" in client.get("/static/css/app.css").text


@pytest.mark.parametrize("path", ["/", "/static/css/app.css", "/nowhere"])
def test_headers_are_on_every_response(client: FlaskClient, path: str) -> None:
    assert HEADERS.items() <= dict(client.get(path).headers).items()


def test_a_page_that_is_not_there(client: FlaskClient) -> None:
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "<h1>Not Found</h1>" in response.text


def test_a_page_for_another_method(client: FlaskClient) -> None:
    response = client.post("/")
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]


def test_a_page_that_fails(app: Flask, client: FlaskClient) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/fails", view_func=lambda: str(1 / 0))
    response = client.get("/fails")
    assert response.status_code == 500
    assert "<h1>Internal Server Error</h1>" in response.text
    assert "division" not in response.text


def test_an_error_with_a_response_of_its_own(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/api", view_func=lambda: abort(401, response=Response("{}", 401)))
    response = client.get("/api")
    assert (response.status_code, response.text) == (401, "{}")


def test_a_layout_that_fails(app: Flask, client: FlaskClient) -> None:
    app.jinja_env.globals["first_url"] = lambda *_: abort(500)
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "Not Found" in response.text


def test_a_form_without_its_token(app: Flask, client: FlaskClient) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    app.add_url_rule("/form", view_func=lambda: "sent", methods=["POST"])
    response = client.post("/form")
    assert response.status_code == 400
    assert "CSRF" in response.text


def test_a_body_that_is_read_raw(app: Flask, client: FlaskClient) -> None:
    @app.post("/webhook")
    @csrf.exempt
    def webhook() -> bytes:
        return request.get_data()

    app.config["WTF_CSRF_ENABLED"] = True
    assert client.post("/webhook", data={"text": "sent"}).data == b"text=sent"
