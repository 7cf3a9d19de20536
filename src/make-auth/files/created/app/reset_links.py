"""The link in a mail about a forgotten password: it works once, for an hour."""

from flask import current_app
from flask.json.tag import TaggedJSONSerializer
from itsdangerous import BadData, URLSafeTimedSerializer

from app.emails import public_url
from app.extensions import db
from app.models import User

LIFETIME = 60 * 60
"""Seconds."""


def reset_link(user: User) -> str:
    token = serializer().dumps([user.id, user.session_version])
    return public_url("auth.reset_password", token=token)


def user_of(token: str) -> User | None:
    """The user of a link, unless it is too old, or the password has changed since."""
    try:
        key, version = serializer().loads(token, max_age=LIFETIME)
    except BadData:
        return None
    user = db.session.get(User, key)
    return user if user and user.session_version == version else None


def serializer() -> URLSafeTimedSerializer:
    keys = [
        *current_app.config["SECRET_KEY_FALLBACKS"],
        current_app.config["SECRET_KEY"],
    ]
    return URLSafeTimedSerializer(keys, "reset-password", TaggedJSONSerializer())
