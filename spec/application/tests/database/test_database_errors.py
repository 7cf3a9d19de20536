import math
import sqlite3
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from sqlalchemy import ForeignKey
from sqlalchemy.exc import OperationalError, SAWarning
from sqlalchemy.orm import Mapped, mapped_column

from app import create_app, extensions
from app.extensions import db
from app.models import User
from config import testing


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    @app.route("/test-users/<int:user_id>", methods=["GET", "POST"])
    def user(user_id: int) -> str:
        return db.get_or_404(User, user_id).name

    @app.get("/test-users")
    def users() -> str:
        named = db.select(User).filter_by(name=request.args.get("name", "Ada"))
        return str(len(db.session.scalars(named).all()))

    @app.get("/fails")
    def fails() -> str:
        return str(math.exp(1000))

    return app.test_client()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/test-users", 200),
        ("/test-users/1", 404),
        ("/test-users/2147483648", 404),
        ("/test-users/99999999999999999999", 404),
    ],
)
def test_an_address(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


def test_an_id_in_another_method(client: FlaskClient) -> None:
    assert client.post("/test-users/2147483648").status_code == 404


def test_a_nul_character(client: FlaskClient) -> None:
    """PostgreSQL refuses it; SQLite finds nobody of that name."""
    assert client.get("/test-users?name=%00").status_code in {200, 400}


def test_a_refused_value_is_one_line_of_the_log(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    client.get("/test-users/99999999999999999999")
    assert "Traceback" not in caplog.text


def test_an_overflow_that_is_not_of_the_database(client: FlaskClient) -> None:
    with pytest.raises(OverflowError, match="math range error"):
        client.get("/fails")


def rename(user: User) -> None:
    delete_elsewhere()
    user.name = "Grace"
    db.session.commit()


def delete(user: User) -> None:
    delete_elsewhere()
    db.session.delete(user)
    db.session.commit()


def redirect(user: User) -> None:
    db.session.commit()
    delete_elsewhere()
    str(user.id)


def delete_elsewhere() -> None:
    """What another request does, which this one's session does not see."""
    statement = db.delete(User).execution_options(synchronize_session=False)
    db.session.execute(statement)


@pytest.mark.parametrize("action", [rename, delete, redirect])
def test_a_record_that_is_deleted_meanwhile(
    app: Flask, action: Callable[[User], None]
) -> None:
    @app.post("/act")
    def act() -> str:
        user = User(name="Ada", email="ada@example.com")
        db.session.add(user)
        db.session.commit()
        assert user.id
        action(user)
        return "done"

    assert app.test_client().post("/act").status_code == 404


class SamplePet(db.Model):  # type: ignore[name-defined]
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey(User.id))


@pytest.mark.parametrize(
    ("action", "words"),
    [("delete", "This is still in use"), ("add", "a value is already taken")],
)
def test_what_the_database_refuses(
    app: Flask, caplog: pytest.LogCaptureFixture, action: str, words: str
) -> None:
    @app.post("/act/<action>")
    def act(action: str) -> str:
        if action == "delete":
            db.session.delete(db.session.get_one(User, 1))
        else:
            db.session.add(User(name="Eve", email="ada@example.com"))
        db.session.commit()
        return "done"

    with app.app_context():
        db.session.add(User(id=1, name="Ada", email="ada@example.com"))
        db.session.flush()
        db.session.add(SamplePet(user_id=1))
        db.session.commit()
    for before in ("http://localhost/users/1?page=2", "http://localhost.example/"):
        page = app.test_client().post(f"/act/{action}", headers={"Referer": before})
        assert page.status_code == 409
        assert words in page.text
        is_way = action == "delete" and before.startswith("http://localhost/")
        assert (f'href="{before}"' in page.text) == is_way
    assert "ada@example.com" not in caplog.text
    with app.app_context():
        assert db.session.scalars(db.select(User.name)).all() == ["Ada"]


def test_another_warning_of_sqlalchemy_is_no_missing_record(app: Flask) -> None:
    @app.get("/warns")
    def warns() -> str:
        warnings.warn("This is slow.", SAWarning, stacklevel=1)
        return "warned"

    with warnings.catch_warnings(), pytest.raises(SAWarning):
        warnings.simplefilter("error")
        app.test_client().get("/warns")


def test_a_connection_that_is_lost_after_the_work(app: Flask) -> None:
    @app.get("/works")
    def work() -> str:
        pooled = db.session.connection().connection
        assert pooled.dbapi_connection
        pooled.dbapi_connection.close()
        return "done"

    client = app.test_client()
    assert [client.get("/works").text for _ in range(2)] == ["done", "done"]


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application whose SQLite file another program writes to."""
    path = tmp_path / "locked.db"
    monkeypatch.setattr(testing.Config, "SQLALCHEMY_DATABASE_URI", f"sqlite:///{path}")
    monkeypatch.setattr(extensions, "BUSY_TIMEOUT", 10)
    app = create_app("testing")
    with app.app_context():
        db.create_all()
        other = sqlite3.connect(path)
        other.execute("BEGIN IMMEDIATE")
        yield app
        other.close()
        db.engine.dispose()


def test_a_database_that_is_locked(locked: Flask) -> None:
    @locked.post("/test-users")
    def store() -> str:
        db.session.add(User(name="Ada", email="ada@example.com"))
        db.session.commit()
        return "stored"

    response = locked.test_client().post("/test-users")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert "Look whether this was saved" in response.text


def test_a_database_that_is_locked_is_read(locked: Flask) -> None:
    @locked.get("/test-users")
    def users() -> str:
        return str(db.session.scalar(db.select(db.func.count(User.id))))

    assert locked.test_client().get("/test-users").text == "0"


def test_a_table_that_is_missing(locked: Flask) -> None:
    @locked.get("/fails")
    def fails() -> str:
        db.session.execute(db.text("SELECT * FROM nowhere"))
        return "found"

    with pytest.raises(OperationalError, match="no such table"):
        locked.test_client().get("/fails")
