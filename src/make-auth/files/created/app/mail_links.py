"""Signed links in mails. Each says what it is about, and works for an hour."""

from typing import Any

from flask import current_app
from flask.json.tag import TaggedJSONSerializer
from itsdangerous import BadData, URLSafeTimedSerializer

from app.emails import public_url

LIFETIME = 60 * 60
"""Seconds."""


def make_link(endpoint: str, *values: object) -> str:
    """A link to a page that reads these values."""
    return public_url(endpoint, token=serializer(endpoint).dumps(list(values)))


def values_of(endpoint: str, token: str) -> Any:
    """What a link to this page is about; None if it is too old, or not ours."""
    try:
        return serializer(endpoint).loads(token, max_age=LIFETIME)
    except BadData:
        return None


def serializer(endpoint: str) -> URLSafeTimedSerializer:
    keys = [
        *current_app.config["SECRET_KEY_FALLBACKS"],
        current_app.config["SECRET_KEY"],
    ]
    return URLSafeTimedSerializer(keys, endpoint, TaggedJSONSerializer())
