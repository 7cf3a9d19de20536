"""The link in a mail about a forgotten password: it works once."""

from secrets import randbits

from app.auth import find_user
from app.emails import send_mail
from app.extensions import db
from app.mail_links import make_link, values_of
from app.models import User

PAGE = "auth.reset_password"


def mail_reset_link(email: str) -> None:
    """Send a link to this address, if it has an account."""
    user = find_user(email)
    if user:
        link = reset_link(user)
        send_mail(user.email, "Reset your password", "reset_password", link=link)


def reset_link(user: User) -> str:
    return make_link(PAGE, user.id, user.session_version)


def user_of(token: str) -> User | None:
    """The user of a link, unless it is too old, or the password has changed since."""
    key, version = values_of(PAGE, token) or (None, None)
    user = db.session.get(User, key) if key else None
    return user if user and user.session_version == version else None


def use_up(user: User) -> bool:
    """End the links of a user, once this is committed; false if another request was faster."""
    same = db.update(User).filter_by(id=user.id, session_version=user.session_version)
    ended = same.values(session_version=randbits(31))
    return db.session.connection().execute(ended).rowcount == 1
