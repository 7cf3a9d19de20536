import math

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from app.extensions import db
from app.models import User


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    @app.route("/users/<int:user_id>", methods=["GET", "POST"])
    def user(user_id: int) -> str:
        return db.get_or_404(User, user_id).name

    @app.get("/users")
    def users() -> str:
        named = db.select(User).filter_by(name=request.args.get("name", "Ada"))
        return str(db.paginate(named).total)

    @app.get("/fails")
    def fails() -> str:
        return str(math.exp(1000))

    return app.test_client()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/users", 200),
        ("/users?page=99999999999999999999", 400),
        ("/users?page=1%00", 404),
        ("/users/1", 404),
        ("/users/2147483648", 404),
        ("/users/99999999999999999999", 404),
    ],
)
def test_an_address(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_an_id_in_another_method(client: FlaskClient) -> None:
    assert client.post("/users/2147483648").status_code == 404


def test_a_nul_character(client: FlaskClient) -> None:
    """PostgreSQL refuses it; SQLite finds nobody of that name."""
    assert client.get("/users?name=%00").status_code in {200, 400}


def test_an_overflow_that_is_not_of_the_database(client: FlaskClient) -> None:
    with pytest.raises(OverflowError, match="math range error"):
        client.get("/fails")
