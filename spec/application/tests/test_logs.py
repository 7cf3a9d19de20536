import json
import logging
from collections.abc import Iterator

import pytest
from flask import Flask, abort
from flask.logging import default_handler
from flask.testing import FlaskClient

from app import create_app
from app.logs import JsonFormatter
from config import default


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application in production."""
    monkeypatch.delenv("FLASK_DEBUG", raising=False)
    monkeypatch.setattr(default.Config, "SECRET_KEY", "x" * 32)
    formatter = default_handler.formatter
    yield create_app("production")
    default_handler.setFormatter(formatter)


@pytest.fixture
def client(server: Flask) -> FlaskClient:
    return server.test_client()


def requests(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    lines = [JsonFormatter().format(record) for record in caplog.records]
    return [line for line in map(json.loads, lines) if line["message"] == "Request"]


def test_a_request(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    response = client.get("/nowhere?token=secret")
    [line] = requests(caplog)
    assert line["request_id"] == response.headers["X-Request-ID"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/nowhere", 404)
    assert "secret" not in json.dumps(line)


def test_the_id_of_a_proxy(client: FlaskClient) -> None:
    response = client.get("/", headers={"X-Request-ID": "abc-1.2"})
    assert response.headers["X-Request-ID"] == "abc-1.2"


@pytest.mark.parametrize("sent", ["", "a b", "x" * 65, "é"])
def test_an_id_that_is_none(client: FlaskClient, sent: str) -> None:
    response = client.get("/", headers={"X-Request-ID": sent})
    assert len(response.headers["X-Request-ID"]) == 32


def test_an_error_has_the_id_of_its_request(
    server: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    lines = []

    @server.get("/fails")
    def fails() -> str:
        server.logger.warning("It fails.")
        lines.append(JsonFormatter().format(caplog.records[-1]))
        abort(500)

    response = client.get("/fails")
    assert json.loads(lines[0])["request_id"] == response.headers["X-Request-ID"]


def test_nothing_of_health_checks(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/up").status_code == 200
    assert requests(caplog) == []


def test_nothing_in_tests(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    app.test_client().get("/")
    assert requests(caplog) == []


def test_no_value_of_a_record() -> None:
    texts = [
        "duplicate key\nDETAIL:  Key (email)=(ada@example.com\n\nis) exists.\n",
        "[SQL: INSERT INTO users]\n[parameters: ('ada@example.com', 'a\n\nb')]\n",
        "(Background on this error at: …)",
    ]
    try:
        raise ValueError("".join(texts))
    except ValueError as error:
        record = logging.LogRecord(
            "app", logging.ERROR, "", 0, "It fails.", None, (type(error), error, None)
        )
    text = json.loads(JsonFormatter().format(record))["error"]
    assert "duplicate key" in text
    assert "INSERT INTO users" in text
    assert "Background" in text
    assert "ada@example.com" not in text
    assert "exists" not in text
