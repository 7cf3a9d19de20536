"""Show values the way people read them."""

import re
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum

from flask import Flask, json
from markupsafe import Markup

TONES = 8  # the colours of badges, `.badge-0` to `.badge-7` in the stylesheet
SITE = re.compile(r"https?://\S+", re.IGNORECASE)


def display(value: object) -> str:
    """A value as text. In a template: `{{ post.created_at | display }}`."""
    match value:
        case None:
            return ""
        case bool():
            return "Yes" if value else "No"
        case Enum():
            return words(value)
        case datetime():
            return f"{value.day} {value:%B %Y, %H:%M %Z}".rstrip()
        case date():
            return f"{value.day} {value:%B %Y}"
        case time():
            return f"{value:%H:%M}"
        case dict() | list():
            return json.dumps(value, ensure_ascii=False)
        case Decimal() if value.as_tuple().exponent == -10:
            # SQLite fills up the decimals of a column without a scale.
            return f"{value:f}".rstrip("0").rstrip(".")
        case Decimal():
            return f"{value:f}"  # str() would write 0E-8
        case _:
            return str(value)


def words(value: Enum | str | None) -> str:
    """An enum member or a word for people: `In review` for `in_review`, `in-review`, IN_REVIEW."""
    if isinstance(value, Enum):
        value = value.value if isinstance(value.value, str) else value.name.lower()
    text = (value or "").replace("_", " ").replace("-", " ")
    return text[:1].upper() + text[1:]


def badge(value: Enum | bool | str | None) -> str:
    """One of few values as a badge, in the colour of its place among them: `{{ post.status | badge }}`."""
    tone: int | str
    match value:
        case None | "":
            return ""
        case bool():
            tone = value = "yes" if value else "no"
        case Enum():
            tone = list(type(value)).index(value) % TONES
        case _:
            tone = sum(value.encode()) % TONES
    return Markup('<span class="badge badge-{}">{}</span>').format(tone, words(value))


def moment(value: date | time | None, short: bool = False) -> str:
    """A date or a time of day: `{{ post.created_at | moment }}`, in a list `moment(short=true)`."""
    if value is None:
        return ""
    full = text = display(value)
    if short and isinstance(value, date):
        clock = ", %H:%M" if isinstance(value, datetime) else ""
        text = f"{value.day} {value:%b %Y}{value.strftime(clock)}"
    html = Markup('<time datetime="{}" title="{}">{}</time>')
    return html.format(value.isoformat(), full, text)


def link(value: str | None, most: int | None = None) -> str:
    """A text as a link if it is a URL of another site: `{{ post.site | link }}`, in a list `link(most=40)`."""
    url = value or ""
    shown = url if most is None or len(url) <= most else f"{url[:most]}…"
    html = Markup('<a href="{}" rel="nofollow noopener noreferrer">{}</a>')
    return html.format(url, shown) if SITE.fullmatch(url) else shown


def init_app(app: Flask) -> None:
    filters = app.jinja_env.filters
    filters.update(badge=badge, display=display, link=link, moment=moment, words=words)
