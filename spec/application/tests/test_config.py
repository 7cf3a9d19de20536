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


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, ()),
        ("", ()),
        ("a.example", ("a.example",)),
        (" a.example, .b.example,", ("a.example", ".b.example")),
    ],
)
def test_a_list(
    monkeypatch: pytest.MonkeyPatch, value: str | None, names: tuple[str, ...]
) -> None:
    monkeypatch.delenv("TRUSTED_HOSTS", raising=False)
    if value is not None:
        monkeypatch.setenv("TRUSTED_HOSTS", value)
    assert default.listed("TRUSTED_HOSTS") == names


@pytest.mark.parametrize(
    ("host", "status"), [("a.example", 200), ("b.example", 400), ("a" * 70, 400)]
)
def test_trusted_hosts(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    host: str,
    status: int,
) -> None:
    monkeypatch.setattr(default.Config, "TRUSTED_HOSTS", ("a.example",))
    response = create_app().test_client().get("/", headers={"Host": host})
    assert response.status_code == status
    assert "Traceback" not in caplog.text


def test_the_session_cookie() -> None:
    app = create_app("production")

    @app.get("/visit")
    def visit() -> str:
        session["visited"] = True
        return "visited"

    cookie = app.test_client().get("/visit").headers["Set-Cookie"]
    assert all(flag in cookie for flag in ("Secure", "HttpOnly", "SameSite=Lax"))
