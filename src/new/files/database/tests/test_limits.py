import pytest
from flask import Flask
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
        return str(db.paginate(db.select(User)).total)

    return app.test_client()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/users", 200),
        ("/users?page=99999999999999999999", 400),
        ("/users?page=%00", 400),
        ("/users/1", 404),
        ("/users/2147483648", 404),
    ],
)
def test_an_address(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_a_nul_character(client: FlaskClient) -> None:
    assert client.post("/users/1", data={"name": "a\0b"}).status_code == 400
