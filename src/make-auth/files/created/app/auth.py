"""Who is signed in, and who may see a page."""

import logging
import os
import re
from collections.abc import Callable, Iterable
from functools import wraps
from secrets import randbits
from typing import ParamSpec
from urllib.parse import urlsplit, urlunsplit

from flask import (
    Flask,
    Response,
    abort,
    has_request_context,
    redirect,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlalchemy import event, func, inspect
from werkzeug.local import LocalProxy

from app.emails import after_response, normalize_email, send_mail
from app.errors import prefers_json
from app.extensions import db
from app.links import first_url
from app.models import User
from app.passwords import hash_password
from app.sessions import COOKIE, begin_session, end_session, find_session

P = ParamSpec("P")

PAGE = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*")
"""A path on this site. Browsers read `\\` as `/`, leave out tabs, and take `//` for another site."""

TOKEN = re.compile(r"(?<=/reset-password/)\S+")

LABEL = r"[\da-z](?:[\da-z-]{0,61}[\da-z])?"

SITE = re.compile(
    rf"https?://{LABEL}(\.{LABEL})*(:\d{{1,5}})?(/[\w.~%-]+)*/?",
    re.ASCII | re.IGNORECASE,
)
"""An address of a site, in ASCII: a host, and the path if the site is below one."""

LOCAL = f"http://127.0.0.1:{os.environ.get('PORT') or 5000}"
"""Where `run.sh` serves the site."""

USER, USER_ID = "app.user", "app.user_id"
"""Where a request keeps its user, and the key of it for the log."""


def load_user() -> User | None:
    """The user who is signed in. A request asks the database once."""
    if not has_request_context():
        return None
    if USER not in request.environ:
        found = find_session()
        request.environ[USER] = found and found.user
        request.environ[USER_ID] = found and found.user_id
    user: User | None = request.environ[USER]
    return user


current_user: User = LocalProxy(load_user)  # type: ignore[assignment]
"""The user who is signed in; false if nobody is: `if current_user`."""


def sign_in(user: User, remember: bool = False) -> None:
    """Sign in a user in this browser, and save that. What was signed in here before is signed out."""
    begin_session(user, remember)
    request.environ[USER] = user
    request.environ[USER_ID] = user.id


def sign_out() -> None:
    end_session()
    request.environ[USER] = None


def end_sessions(user: User) -> None:
    """End all sessions and reset links of a user, once this is committed."""
    user.session_version = randbits(31)


def login_required(
    view: Callable[P, ResponseReturnValue],
) -> Callable[P, ResponseReturnValue]:
    """Send visitors to sign in, and back: a decorator below the route."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        return view(*args, **kwargs) if current_user else ask_to_sign_in()

    return guarded


def admin_required(
    view: Callable[P, ResponseReturnValue],
) -> Callable[P, ResponseReturnValue]:
    """Let in only users with `is_admin`: a decorator below the route."""

    @wraps(view)
    @login_required
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if not current_user.is_admin:
            abort(403)
        return view(*args, **kwargs)

    return guarded


def ask_to_sign_in() -> ResponseReturnValue:
    if prefers_json():
        abort(401)
    _, _, path, query, _ = urlsplit(request.url)
    here = urlunsplit(("", "", path, query, ""))
    wanted = here if request.method in ("GET", "HEAD") else None
    return redirect(url_for("auth.sign_in", next=wanted))


def next_url() -> str:
    """The page that the visitor wanted to see; never one of another site."""
    wanted = request.args.get("next", "")
    return wanted if PAGE.fullmatch(wanted) else first_url("mains.index")


def find_user(email: str) -> User | None:
    """The user with this address, even if it was stored with capital letters."""
    email = normalize_email(email)
    users = db.select(User).where(func.lower(User.email) == email)
    return db.session.scalar(users.order_by(User.email != email).limit(1))


@event.listens_for(User.email, "set", retval=True, active_history=True)
def change_email(user: User, email: str, former: object, *_: object) -> str:
    """Store one spelling of an address. A new one ends the links that the former one got."""
    email = email and normalize_email(email)
    if email != former:
        end_sessions(user)
    return email


@event.listens_for(User, "after_update")
def tell_former_address(_mapper: object, _connection: object, user: User) -> None:
    """Send a mail to the address that a user had, whoever changes it on a page."""
    former: Iterable[str | None] = inspect(user).attrs.email.history.deleted
    for address in filter(None, former):
        if has_request_context():
            subject = "Your e-mail address has been changed"
            after_response(
                send_mail, address, subject, "email_changed", email=user.email
            )


def set_password(user: User, password: str) -> None:
    """Change a password, which ends all sessions of the user."""
    user.password_hash = hash_password(password)
    end_sessions(user)


def keep_private(response: Response) -> Response:
    """Keep pages of a signed-in user out of caches, and reset links out of `Referer`."""
    if request.endpoint == "auth.reset_password":
        response.headers["Referrer-Policy"] = "strict-origin"
    if request.endpoint == "static" and response.status_code < 400:
        return response  # not the page that says that a file is missing
    if request.blueprint == "auth" or COOKIE in session:
        response.headers["Cache-Control"] = "no-store"
    return response


def complete(record: logging.LogRecord) -> bool:
    """Keep the token of a reset link out of the log, and say who was signed in."""
    if isinstance(record.msg, str):
        record.msg = TOKEN.sub("…", record.msg)
    line = getattr(record, "request", {})
    if not isinstance(line, dict):
        return True  # of somebody else
    if "path" in line:
        line["path"] = TOKEN.sub("…", line["path"])
    if has_request_context() and USER_ID in request.environ:
        record.request = line | {"user_id": request.environ[USER_ID]}
    return True


def init_app(app: Flask) -> None:
    if app.config.get("MAIL_FOLDER") or app.testing:
        app.config["PUBLIC_URL"] = app.config.get("PUBLIC_URL") or LOCAL
    if not SITE.fullmatch(app.config.get("PUBLIC_URL") or ""):
        raise RuntimeError(
            "PUBLIC_URL is not the address of a site: .env.example explains it."
        )
    app.after_request(keep_private)
    app.jinja_env.globals["current_user"] = current_user
    app.logger.addFilter(complete)
