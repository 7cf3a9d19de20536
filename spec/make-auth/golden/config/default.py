"""What every environment shares."""

import os
import re
from datetime import timedelta
from typing import Any, ClassVar

SQLITE = "sqlite:///blog.db"
"""In instance/, where DATABASE_URL names no other database."""

# Seconds: a request waits no longer for PostgreSQL to accept a connection.
os.environ.setdefault("PGCONNECT_TIMEOUT", "5")


def database_url(url: str) -> str:
    """The URL of a database: a PostgreSQL one that names no driver gets psycopg."""
    return re.sub(r"^postgres(ql)?://", "postgresql+psycopg://", url)


def listed(variable: str) -> tuple[str, ...]:
    """What a variable of the environment lists, separated by commas."""
    values = os.environ.get(variable, "").split(",")
    return tuple(value.strip() for value in values if value.strip())


class Config:
    SECRET_KEY = os.environ.get("SECRET_KEY")
    SECRET_KEY_FALLBACKS = listed("SECRET_KEY_FALLBACKS")
    SQLALCHEMY_DATABASE_URI = database_url(os.environ.get("DATABASE_URL") or SQLITE)
    SQLALCHEMY_ENGINE_OPTIONS: ClassVar[dict[str, Any]] = {
        "pool_pre_ping": True  # a database that was started again has closed the connections
    }
    TRUSTED_HOSTS = listed("TRUSTED_HOSTS") or None
    TRUSTED_PROXIES = listed("TRUSTED_PROXIES")
    MAX_CONTENT_LENGTH = 1024 * 1024
    SESSION_COOKIE_SAMESITE = "Lax"
    WTF_CSRF_TIME_LIMIT = None  # a form can be sent as long as the session lasts
    PERMANENT_SESSION_LIFETIME = timedelta(days=30)
    SESSION_REFRESH_EACH_REQUEST = False
    PUBLIC_URL = os.environ.get("PUBLIC_URL")
    MAIL_SERVER = os.environ.get("MAIL_SERVER") or "127.0.0.1"
    MAIL_PORT = int(os.environ.get("MAIL_PORT") or 25)
    MAIL_USE_TLS = bool(os.environ.get("MAIL_USE_TLS"))
    MAIL_USERNAME = os.environ.get("MAIL_USERNAME")
    MAIL_PASSWORD = os.environ.get("MAIL_PASSWORD")
    MAIL_DEFAULT_SENDER = os.environ.get("MAIL_DEFAULT_SENDER") or "noreply@localhost"
    RATELIMIT_STORAGE_URI = os.environ.get("RATELIMIT_STORAGE_URI") or "memory://"
