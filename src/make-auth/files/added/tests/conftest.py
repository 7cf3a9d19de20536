import pytest


@pytest.fixture(autouse=True)
def public_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.default.Config.PUBLIC_URL", "https://example.com")
