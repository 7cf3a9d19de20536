"""The link in a mail about a forgotten password: it works once, for an hour."""

from secrets import randbits

from flask import current_app
from flask.json.tag import TaggedJSONSerializer
from itsdangerous import BadData, URLSafeTimedSerializer

from app.auth import find_user
from app.emails import public_url, send_mail
from app.extensions import db
from app.models import User

LIFETIME = 60 * 60
"""Seconds."""


def mail_reset_link(email: str) -> None:
    """Send a link to this address, if it has an account."""
    user = find_user(email)
    if user:
        link = reset_link(user)
        send_mail(user.email, "Reset your password", "reset_password", link=link)


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


def use_up(user: User) -> bool:
    """End the link of a user, once this is committed; false if another request was faster."""
    same = db.update(User).filter_by(id=user.id, session_version=user.session_version)
    ended = same.values(session_version=randbits(31))
    return db.session.connection().execute(ended).rowcount == 1


def serializer() -> URLSafeTimedSerializer:
    keys = [
        *current_app.config["SECRET_KEY_FALLBACKS"],
        current_app.config["SECRET_KEY"],
    ]
    return URLSafeTimedSerializer(keys, "reset-password", TaggedJSONSerializer())
