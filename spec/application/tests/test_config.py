import pytest
from flask import session

from app import create_app
from config import default


@pytest.fixture(autouse=True)
def server(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that says nothing but the secret key."""
    monkeypatch.delenv("FLASK_CONFIG", raising=False)
    monkeypatch.delenv("FLASK_DEBUG", raising=False)
    monkeypatch.setattr(default.Config, "SECRET_KEY", "x" * 32)


def test_production_is_the_default() -> None:
    app = create_app()
    assert app.config["SESSION_COOKIE_SECURE"]
    assert not app.debug


def test_production_needs_a_secret_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default.Config, "SECRET_KEY", "")
    with pytest.raises(RuntimeError, match="SECRET_KEY is not set"):
        create_app("production")


@pytest.mark.parametrize(
    ("setting", "value"),
    [("SECRET_KEY", "x" * 31), ("SECRET_KEY_FALLBACKS", ("y" * 32, "old"))],
)
def test_production_needs_long_keys(
    monkeypatch: pytest.MonkeyPatch, setting: str, value: str | tuple[str, ...]
) -> None:
    monkeypatch.setattr(default.Config, setting, value)
    with pytest.raises(RuntimeError, match="under 32 characters"):
        create_app("production")
    assert create_app("development").config[setting] == value


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


def set_cookie(environment: str) -> str:
    """The session cookie that an application sends."""
    app = create_app(environment)

    @app.get("/visit")
    def visit() -> str:
        session["visited"] = True
        return "visited"

    return app.test_client().get("/visit").headers["Set-Cookie"]


def test_the_session_cookie() -> None:
    cookie = set_cookie("production")
    assert all(flag in cookie for flag in ("Secure", "HttpOnly", "SameSite=Lax"))
    assert cookie.startswith("__Host-session=")
    assert set_cookie("development").startswith("session=")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("SESSION_COOKIE_DOMAIN", "a.example"),
        ("SESSION_COOKIE_PATH", "/blog"),
        ("APPLICATION_ROOT", "/blog"),
    ],
)
def test_a_session_cookie_that_browsers_take_without_its_prefix_alone(
    monkeypatch: pytest.MonkeyPatch, setting: str, value: str
) -> None:
    monkeypatch.setattr(default.Config, setting, value, raising=False)
    assert set_cookie("production").startswith("session=")
