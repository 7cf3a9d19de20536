"""What a password has to be, and how it is stored."""

import re

from werkzeug.security import check_password_hash, generate_password_hash
from zxcvbn import matching, zxcvbn  # type: ignore[import-untyped]

from app.emails import normal_form
from app.extensions import db
from app.models import User

SHORTEST, LONGEST = 12, 1000

EASY = 10**8
"""A password that takes fewer guesses is refused."""

GUESSED = 72
"""The first characters, of which the guesses are estimated. That takes long for long texts."""

LETTERS = dict(zip("|{[<(+%!$@", "lcccctxisa", strict=True))
"""Signs that zxcvbn reads as letters, in every combination, and a letter for each."""

MOST = 300_000
"""How much zxcvbn may try: readings of a text times its length squared. That takes half a second at most."""

SCRYPT = "scrypt:32768:8:3"

FORMER = {"scrypt:32768:8:1": "scrypt:32768:8:2"}
"""Former methods, and what takes as long as the present one together with them."""

NOBODY = f"$unknown${'0' * 128}"
"""The end of a hash that no password has."""


def hash_password(password: str) -> str:
    return generate_password_hash(normal_form(password), SCRYPT)


def check_password(user: User | None, password: str) -> bool:
    """Whether this is the user's password. It takes as long without a user, and with a former hash."""
    text = normal_form(password)
    known = (user and user.password_hash) or SCRYPT + NOBODY
    if rest := FORMER.get(known.partition("$")[0]):
        check_password_hash(rest + NOBODY, text)
    return check_password_hash(known, text)


def renew_hash(user: User, password: str) -> None:
    """Store a hash of today instead of a former one, once this is committed, unless the password has just changed. Sessions go on.

    Until then, the user is as it was before the password was checked: so is the version that a session begins with.
    """
    former = user.password_hash
    if former and not former.startswith(f"{SCRYPT}$"):
        same = db.update(User).filter_by(id=user.id, password_hash=former)
        renewed = same.values(password_hash=hash_password(password))
        db.session.connection().execute(renewed)


def fault_of(
    password: str, name: str | None = None, email: str | None = None
) -> str | None:
    """What is wrong with a new password, given what is known about its user."""
    known = parts_of(name or "")
    if email:
        known |= {folded(email)} | parts_of(email.partition("@")[0])
    if any(part in folded(password) for part in known):
        return "This must not contain your name or your e-mail address."
    if zxcvbn(readable(password[:GUESSED]))["guesses"] < EASY:
        return "This is easy to guess. Choose something less common, such as a few random words."
    return None


def readable(text: str) -> str:
    """The text; if zxcvbn would try too much, with letters for as few kinds of signs as needed."""
    for sign, letter in LETTERS.items():
        if readings(text) * len(text) ** 2 <= MOST:
            break
        text = text.replace(sign, letter)
    return text


def readings(text: str) -> int:
    table = matching.relevant_l33t_subtable(text, matching.L33T_TABLE)
    return len(matching.enumerate_l33t_subs(table))


def parts_of(text: str) -> set[str]:
    """A text and its words; but nothing as short as "Ada"."""
    text = folded(text)
    return {part for part in (text, *re.split(r"[\W_]+", text)) if len(part) > 3}


def folded(text: str) -> str:
    """The same text in any case. Folding may undo the normal form."""
    return normal_form(normal_form(text).casefold())
