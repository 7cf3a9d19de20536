from io import BytesIO

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from gunicorn.http.errors import InvalidChunkSize


@pytest.mark.parametrize("part", ["", '; filename="name.txt"'])
@pytest.mark.parametrize("is_checked", [True, False])
def test_a_part_without_a_name(app: Flask, part: str, is_checked: bool) -> None:
    app.config["WTF_CSRF_ENABLED"] = is_checked
    app.add_url_rule("/form", view_func=lambda: dict(request.form), methods=["POST"])
    response = app.test_client().post(
        "/form",
        data=f"--x\r\nContent-Disposition: form-data{part}\r\n\r\nvalue\r\n--x--\r\n",
        content_type="multipart/form-data; boundary=x",
    )
    assert response.status_code == 400
    assert "A part of this form has no name." in response.text


@pytest.mark.parametrize("host", ["xn--bcher-kva.example", "localhost:5000", "[::1]"])
def test_a_host_that_is_one(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


def test_a_body_that_gunicorn_cannot_read(app: Flask) -> None:
    def fail() -> str:
        raise InvalidChunkSize(b"zz")

    app.add_url_rule("/form", view_func=fail)
    assert app.test_client().get("/form").status_code == 400


@pytest.mark.parametrize(("size", "status"), [(1_048_570, 200), (1_048_572, 413)])
def test_a_body_in_chunks_is_whole(app: Flask, size: int, status: int) -> None:
    """Its length is in no header. `text=` has five characters."""
    app.add_url_rule(
        "/form", view_func=lambda: str(len(request.form["text"])), methods=["POST"]
    )
    response = app.test_client().post(
        "/form",
        input_stream=BytesIO(b"text=" + size * b"x"),
        content_type="application/x-www-form-urlencoded",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert response.status_code == status
