import pytest
from flask import Flask

from app.emails import worker
from app.extensions import limiter


@pytest.fixture(autouse=True)
def site(application: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails have links to it, nobody has used up a limit, and SQLite in memory has one thread beside that of the test."""
    monkeypatch.setattr("app.emails.mailer", worker)
    url = "https://example.com"
    monkeypatch.setattr("config.default.Config.PUBLIC_URL", url)
    monkeypatch.setitem(application.config, "PUBLIC_URL", url)
    limiter.reset()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Wait for mail before the tables go: the thread that sends it has the same connection to SQLite."""
    worker.submit(int).result()
