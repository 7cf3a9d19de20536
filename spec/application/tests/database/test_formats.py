from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum

import pytest
from flask import Flask, render_template_string
from markupsafe import escape

from app.formats import badge, display, link, moment, words


class Status(Enum):
    DRAFT = "draft"
    IN_REVIEW = "in_review"


class Size(Enum):
    EXTRA_LARGE = 3


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "Yes"),
        (False, "No"),
        (0, "0"),
        (Decimal("9.50"), "9.50"),
        (Decimal("0.00000000"), "0.00000000"),
        (Decimal("1E+2"), "100"),
        (Decimal("9.9900000000"), "9.99"),
        (Decimal("10.0000000000"), "10"),
        (Status.DRAFT, "Draft"),
        (date(2026, 11, 1), "1 November 2026"),
        (time(9, 30), "09:30"),
        (datetime(2026, 11, 21, 14, 5, tzinfo=UTC), "21 November 2026, 14:05 UTC"),
        ("<b>", "<b>"),
    ],
)
def test_display(value: object, text: str) -> None:
    assert display(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("", ""),
        ("in_review", "In review"),
        ("in-review", "In review"),
        ("EUR", "EUR"),
        (Status.IN_REVIEW, "In review"),
        (Size.EXTRA_LARGE, "Extra large"),
    ],
)
def test_words(value: Enum | str | None, text: str) -> None:
    assert words(value) == text


@pytest.mark.parametrize(
    ("value", "html"),
    [
        (None, ""),
        ("", ""),
        (True, '<span class="badge badge-yes">Yes</span>'),
        (False, '<span class="badge badge-no">No</span>'),
        (Status.DRAFT, '<span class="badge badge-0">Draft</span>'),
        (Status.IN_REVIEW, '<span class="badge badge-1">In review</span>'),
        ("<b>", '<span class="badge badge-4">&lt;b&gt;</span>'),
    ],
)
def test_badge(value: Enum | bool | str | None, html: str) -> None:
    assert badge(value) == html


def test_badges_of_many_values() -> None:
    many = Enum("many", [f"value_{number}" for number in range(20)])  # type: ignore[misc]
    tones = [badge(value).split('"')[1] for value in many]
    assert tones[:9] == [*(f"badge badge-{tone}" for tone in range(8)), "badge badge-0"]


@pytest.mark.parametrize(
    ("value", "full", "short"),
    [
        (date(2026, 11, 1), "1 November 2026", "1 Nov 2026"),
        (time(9, 30), "09:30", "09:30"),
        (
            datetime(2026, 11, 21, 14, 5, tzinfo=UTC),
            "21 November 2026, 14:05 UTC",
            "21 Nov 2026, 14:05",
        ),
    ],
)
def test_moment(value: date | time, full: str, short: str) -> None:
    start = f'<time datetime="{value.isoformat()}" title="{full}">'
    assert moment(value) == f"{start}{full}</time>"
    assert moment(value, short=True) == f"{start}{short}</time>"


def test_no_moment() -> None:
    assert moment(None) == moment(None, short=True) == ""


URL = "https://example.com/" + "x" * 30

# The last one takes Jinja's `urlize` 0.1 s.
SITES = [URL, "HTTP://example.com/\"><b>'", "http://x" + "." * 2038 + "x."]


@pytest.mark.parametrize("url", SITES)
def test_a_link_to_another_site(app: Flask, url: str) -> None:
    with app.app_context():
        shown = render_template_string("{{ url | link }}", url=url)
    html = escape(url)
    rel = 'rel="nofollow noopener noreferrer"'
    assert shown == link(url) == f'<a href="{html}" {rel}>{html}</a>'


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "data:text/html,",
        "//x",
        "see http://x",
        "http://x y",
        '"<b>',
    ],
)
def test_what_is_no_link_to_another_site(app: Flask, text: str) -> None:
    with app.app_context():
        assert render_template_string("{{ text | link }}", text=text) == escape(text)


def test_a_long_link_in_a_list() -> None:
    assert link(URL, most=50).endswith(f">{URL}</a>")
    assert link(URL, most=20).startswith(f'<a href="{URL}"')
    assert link(URL, most=20).endswith(">https://example.com/…</a>")
    assert link("x" * 50, most=20) == "x" * 20 + "…"
    assert link(None, most=20) == link(None) == ""


def test_display_in_a_template(app: Flask) -> None:
    with app.app_context():
        assert render_template_string("{{ '<b>' | display }}") == "&lt;b&gt;"
