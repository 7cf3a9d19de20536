import pytest
from flask import session

from app import create_app
from config import default


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that says nothing but the secret key."""
    monkeypatch.delenv("FLASK_CONFIG", raising=False)
    monkeypatch.delenv("FLASK_DEBUG", raising=False)
    monkeypatch.setattr(default.Config, "SECRET_KEY", "a secret key")


def test_production_is_the_default() -> None:
    app = create_app()
    assert app.config["SESSION_COOKIE_SECURE"]
    assert not app.debug


def test_production_needs_a_secret_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default.Config, "SECRET_KEY", "")
    with pytest.raises(RuntimeError, match="SECRET_KEY is not set"):
        create_app("production")


def test_production_refuses_debug_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    with pytest.raises(RuntimeError, match="Debug mode is refused"):
        create_app("production")


def test_an_unknown_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLASK_CONFIG", "staging")
    with pytest.raises(RuntimeError, match="'staging'"):
        create_app()


def test_the_session_cookie() -> None:
    app = create_app("production")

    @app.get("/visit")
    def visit() -> str:
        session["visited"] = True
        return "visited"

    cookie = app.test_client().get("/visit").headers["Set-Cookie"]
    assert all(flag in cookie for flag in ("Secure", "HttpOnly", "SameSite=Lax"))
