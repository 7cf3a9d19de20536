import pytest
from flask import Flask

from app.emails import worker
from app.extensions import limiter


@pytest.fixture(autouse=True)
def site(application: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the site an address, and forget all attempts."""
    # One thread beside that of the test: SQLite in memory has one connection.
    monkeypatch.setattr("app.emails.mailer", worker)
    url = "https://example.com"
    monkeypatch.setattr("config.default.Config.PUBLIC_URL", url)
    monkeypatch.setitem(application.config, "PUBLIC_URL", url)
    limiter.reset()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Wait for mail before the tables go: the thread that sends it has the same connection to SQLite."""
    worker.submit(int).result()
