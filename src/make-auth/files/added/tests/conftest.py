import pytest

from app.emails import worker


@pytest.fixture(autouse=True)
def public_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.default.Config.PUBLIC_URL", "https://example.com")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Wait for mail before the tables go: the thread that sends it has the same connection to SQLite."""
    worker.submit(int).result()
