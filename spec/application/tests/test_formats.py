from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum

import pytest
from flask import Flask, render_template_string

from app.formats import display, words


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


@pytest.mark.parametrize("text", ["javascript:alert(1)", "data:text/html,"])
def test_what_is_no_link_to_another_site(app: Flask, text: str) -> None:
    with app.app_context():
        assert render_template_string("{{ text | urlize }}", text=text) == text


def test_a_link_to_another_site(app: Flask) -> None:
    with app.app_context():
        link = render_template_string("{{ 'https://example.com/\"' | urlize }}")
    rel = 'rel="nofollow noopener noreferrer"'
    url = "https://example.com/&#34;"
    assert link == f'<a href="{url}" {rel}>{url}</a>'


def test_display_in_a_template(app: Flask) -> None:
    with app.app_context():
        assert render_template_string("{{ '<b>' | display }}") == "&lt;b&gt;"
