import os
from datetime import timedelta


class Config:
    PERMANENT_SESSION_LIFETIME = timedelta(days=30)
    SESSION_IDLE_LIFETIME = timedelta(days=14)
    SESSION_REFRESH_EACH_REQUEST = False
    PUBLIC_URL = os.environ.get("PUBLIC_URL")
    MAIL_SERVER = os.environ.get("MAIL_SERVER") or "127.0.0.1"
    MAIL_PORT = int(os.environ.get("MAIL_PORT") or 25)
    MAIL_USE_TLS = os.environ.get("MAIL_USE_TLS", "").lower() not in ("", "0", "false")
    MAIL_USERNAME = os.environ.get("MAIL_USERNAME")
    MAIL_PASSWORD = os.environ.get("MAIL_PASSWORD")
    MAIL_DEFAULT_SENDER = os.environ.get("MAIL_DEFAULT_SENDER") or "noreply@localhost"
    RATELIMIT_STORAGE_URI = os.environ.get("RATELIMIT_STORAGE_URI") or "memory://"
