import time

import pytest
from flask import Flask, Response, abort, request
from flask.testing import FlaskClient
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import NotFound

from app import create_app, security
from app.errors import FormExpired
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
    assert "<h1>Page not found</h1>" in response.text


def test_an_error_says_what_the_code_says_of_it(
    app: Flask, client: FlaskClient
) -> None:
    app.add_url_rule("/gone", view_func=lambda: abort(404, "This post is gone."))
    assert ">This post is gone.</p>" in client.get("/gone").text
    assert ">There is no page at this address." in client.get("/nowhere").text


def test_a_page_for_another_method(client: FlaskClient) -> None:
    response = client.post("/")
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]


def test_a_page_that_fails(app: Flask, client: FlaskClient) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.add_url_rule("/fails", view_func=lambda: str(1 / 0))
    response = client.get("/fails")
    assert response.status_code == 500
    assert "<h1>Something went wrong</h1>" in response.text
    assert "division" not in response.text


def test_an_error_with_a_response_of_its_own(app: Flask, client: FlaskClient) -> None:
    app.add_url_rule("/api", view_func=lambda: abort(401, response=Response("{}", 401)))
    response = client.get("/api")
    assert (response.status_code, response.text) == (401, "{}")


@pytest.mark.parametrize(
    ("accepted", "is_json"),
    [
        ("application/json", True),
        ("application/json, text/plain, */*", True),
        ("application/json;q=0.9, text/html;q=0.1", True),
        ("text/html,application/xhtml+xml,*/*;q=0.8", False),
        ("text/html, application/json", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_an_error_is_what_the_client_reads(
    client: FlaskClient, accepted: str, is_json: bool
) -> None:
    response = client.get("/nowhere", headers={"Accept": accepted})
    assert response.status_code == 404
    assert response.is_json is is_json
    assert "Accept" in response.headers["Vary"]
    if is_json:
        assert response.json == {
            "status": 404,
            "error": "Not Found",
            "message": NotFound.description,
        }


def test_an_error_in_json_keeps_its_headers(client: FlaskClient) -> None:
    response = client.post("/", headers={"Accept": "application/json"})
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]


def test_a_layout_that_fails(app: Flask, client: FlaskClient) -> None:
    app.jinja_env.globals["first_url"] = lambda *_: abort(500)
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "Not Found" in response.text


def test_a_form_without_its_token(app: Flask, client: FlaskClient) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    app.add_url_rule("/test-form", view_func=lambda: "sent", methods=["POST"])
    response = client.post("/test-form")
    assert response.status_code == 400
    assert f"<h1>{FormExpired.name}</h1>" in response.text
    assert FormExpired.description in response.text


def test_a_form_that_was_open_for_a_day(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    app.add_url_rule("/test-form", "show", generate_csrf)
    app.add_url_rule("/test-form", "store", lambda: "sent", methods=["POST"])
    now = time.time()
    with monkeypatch.context() as yesterday:
        yesterday.setattr(time, "time", lambda: now - 24 * 60 * 60)
        token = client.get("/test-form").text
    assert client.post("/test-form", data={"csrf_token": token}).text == "sent"


def test_a_form_that_was_open_when_the_key_changed(
    app: Flask, client: FlaskClient
) -> None:
    newer = create_app("testing")
    newer.config["SECRET_KEY"] = "newer"
    newer.config["SECRET_KEY_FALLBACKS"] = [app.config["SECRET_KEY"]]
    security.init_app(newer)
    for each in (app, newer):
        each.config["WTF_CSRF_ENABLED"] = True
        each.add_url_rule("/test-form", "show", generate_csrf)
        each.add_url_rule("/test-form", "store", lambda: "sent", methods=["POST"])
    shown = client.get("/test-form")
    cookie = shown.headers["Set-Cookie"].partition(";")[0]
    response = newer.test_client(use_cookies=False).post(
        "/test-form", data={"csrf_token": shown.text}, headers={"Cookie": cookie}
    )
    assert response.text == "sent"


def test_a_body_that_is_read_raw(app: Flask, client: FlaskClient) -> None:
    @app.post("/webhook")
    @csrf.exempt
    def webhook() -> bytes:
        return request.get_data()

    app.config["WTF_CSRF_ENABLED"] = True
    assert client.post("/webhook", data={"text": "sent"}).data == b"text=sent"
