import pytest
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from app.extensions import db


def test_the_database_answers(client: FlaskClient) -> None:
    response = client.get("/up/database")
    assert (response.status_code, response.text) == (200, "OK\n")


def test_the_database_does_not_answer(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("connection refused"))

    monkeypatch.setattr(db.session, "execute", fail)
    response = client.get("/up/database")
    assert response.status_code == 503
    assert "refused" not in response.text
    assert client.get("/up").status_code == 200
