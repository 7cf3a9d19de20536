"""Who is signed in where. The cookie of a browser holds a token, and the database what it stands for."""

from datetime import timedelta
from hashlib import sha256
from secrets import token_urlsafe

from flask import current_app, request, session
from sqlalchemy import ColumnElement, and_, not_
from sqlalchemy.orm import contains_eager

from app.emails import after_response
from app.extensions import db
from app.models import User, UserSession
from app.models.types import utc_now

COOKIE = "session_token"
"""Where the cookie keeps the token."""

SEEN_EVERY = timedelta(minutes=10)
"""How often the use of a session is written down."""

MOST = 50
"""The most sessions that the account page lists."""


def find_session() -> UserSession | None:
    """The session of this browser with its user, in one query."""
    if COOKIE not in session:
        return None
    mine = db.select(UserSession).join(UserSession.user).where(is_open())
    mine = mine.where(UserSession.digest == here())
    found = db.session.scalar(mine.options(contains_eager(UserSession.user)))
    if found and found.last_seen_at < utc_now() - SEEN_EVERY:
        after_response(see, found.id)
    return found


def see(session_id: int) -> None:
    """Write down that a session is used, unless another request has just done so."""
    long_ago = UserSession.last_seen_at < utc_now() - SEEN_EVERY
    used = db.update(UserSession).where(UserSession.id == session_id, long_ago)
    db.session.execute(used.values(last_seen_at=utc_now()))
    db.session.commit()


def begin_session(user: User, remember: bool) -> None:
    """Begin a new session in this browser. Nothing of the old one stays."""
    token = token_urlsafe(32)
    begun = UserSession(
        user_id=user.id,
        session_version=user.session_version,
        digest=digest(token),
        address=(request.remote_addr or "")[:45],
        agent=request.user_agent.string.replace("\0", "")[:255],
    )
    db.session.add(begun)
    delete_ended(UserSession.user_id == user.id)
    end_session()
    session.permanent = remember
    session[COOKIE] = token


def end_session() -> None:
    """End the session of this browser, in all copies of its cookie."""
    db.session.execute(db.delete(UserSession).filter_by(digest=here()))
    db.session.commit()
    session.clear()


def sessions_of(user: User) -> list[UserSession]:
    """The open sessions of a user, the one used last first."""
    own = db.select(UserSession).join(UserSession.user).where(is_open())
    newest = own.where(User.id == user.id).order_by(UserSession.last_seen_at.desc())
    return list(db.session.scalars(newest.limit(MOST)))


def end_others(user: User, *which: ColumnElement[bool]) -> int:
    """End the sessions of a user in other browsers, or those that are meant, once this is committed."""
    others = db.delete(UserSession).where(
        UserSession.user_id == user.id, UserSession.digest != here()
    )
    count: int = db.session.connection().execute(others.where(*which)).rowcount
    return count


def delete_ended(*which: ColumnElement[bool]) -> int:
    """Delete the sessions that have ended, or those of them that are meant, once this is committed."""
    ended = db.select(UserSession.id).join(UserSession.user).where(not_(is_open()))
    gone = db.delete(UserSession).where(UserSession.id.in_(ended.where(*which)))
    count: int = db.session.connection().execute(gone).rowcount
    return count


def is_open() -> ColumnElement[bool]:
    """The condition that a session, joined with its user, goes on."""
    now, config = utc_now(), current_app.config
    return and_(
        UserSession.session_version == User.session_version,
        UserSession.created_at > now - config["PERMANENT_SESSION_LIFETIME"],
        UserSession.last_seen_at > now - config["SESSION_IDLE_LIFETIME"],
    )


def here() -> str:
    """The digest of this browser's token."""
    return digest(session.get(COOKIE, ""))


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
