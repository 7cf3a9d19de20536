"""Fields that are a choice among values of any type."""

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cached_property
from typing import Any

from sqlalchemy import BigInteger, String, case, cast, func, or_
from wtforms import SelectField
from wtforms.fields.choices import Choice, SelectFieldBase
from wtforms.widgets import Select

from app.extensions import db
from app.formats import display, words

MOST = 100
"""Rows that a select lists: of a table with more, it lists what a search finds."""

FOUND = 20
"""Rows that a search finds."""

LONGEST = 100
"""Characters of a search: SQLite refuses a pattern of 50,000."""


def text_of(value: Any) -> str:
    return str(value.value if isinstance(value, Enum) else value)


def choices(field: Any, labels: dict[Any, str]) -> Iterator[Choice]:
    """The values with their labels, below a blank unless one is required and chosen."""
    if not (field.flags.required and field.data in labels):
        yield Choice("", "", field.data is None, {})
    for value, label in labels.items():
        yield Choice(text_of(value), label, value == field.data, {})


class ChoiceField(SelectField):
    """One of some values, such as an enum's members; nothing chosen is None."""

    def __init__(self, *args: Any, values: Iterable[Any], **options: Any) -> None:
        super().__init__(*args, coerce=self.value_of, choices=[], **options)
        self.values = {text_of(value): value for value in values}

    def value_of(self, text: Any) -> Any:
        if text == "":
            return None
        if text_of(text) not in self.values:
            raise ValueError(text)
        return self.values[text_of(text)]

    def iter_choices(self) -> Iterator[Choice]:
        return choices(self, {value: words(value) for value in self.values.values()})


class AnswerField(ChoiceField):
    """Yes or no; nobody may have answered."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, values=[True, False], **options)

    def iter_choices(self) -> Iterator[Choice]:
        for value, label in {None: "Unknown", True: "Yes", False: "No"}.items():
            text = "" if value is None else text_of(value)
            yield Choice(text, label, value is self.data, {})


class RowField(SelectFieldBase):
    """A row of another table, which a foreign key names by this column of it.

    If the table has many rows, the field has a search, whose text is sent with the form: then
    nothing is saved, and the form is shown again with rows that match.
    """

    widget = Select()
    search = ""
    is_searched = False

    def __init__(self, *args: Any, key: Any, label: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.key = key
        self.rows = db.select(key, label)
        self.text = cast(label, String)

    def process(self, formdata: Any, *args: Any, **options: Any) -> None:
        if formdata is not None:
            text = formdata.get(f"{self.name}-search", "")
            self.search = text.replace("\0", "").strip()[:LONGEST]
            self.is_searched = bool(self.search) or f"{self.name}-find" in formdata
        super().process(formdata, *args, **options)

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = self.value_of(valuelist[0]) if valuelist[0] else None

    def value_of(self, text: str) -> Any:
        """The key of the row that a choice names."""
        try:
            value = self.key.type.python_type(text)
        except (ArithmeticError, TypeError, ValueError):
            value = None
        bits = 63 if isinstance(self.key.type, BigInteger) else 31
        is_too_large = isinstance(value, int) and abs(value) >= 2**bits
        is_key = self.key == (None if is_too_large or "\0" in text else value)
        if not db.session.scalar(db.select(func.count()).where(is_key)):
            raise ValueError(self.gettext("Not a valid choice."))
        return value

    @cached_property
    def listed(self) -> list[Any] | None:
        """All rows, by their labels; None if they are many."""
        rows = db.session.execute(self.rows.limit(MOST + 1)).all()
        is_large = len(rows) > MOST
        by_label = sorted(rows, key=lambda row: (display(row[1]).casefold(), row[0]))
        return None if is_large else by_label

    @property
    def is_large(self) -> bool:
        return self.listed is None

    @cached_property
    def found(self) -> list[Any]:
        """Rows that match the search, the best first, and one more than is shown.

        The best has this key, or this label, or begins with it: a row whose label is a part of
        many others could not be reached otherwise.
        """
        if not self.search:
            return []
        is_key = cast(self.key, String) == self.search
        is_label = func.lower(self.text) == func.lower(self.search)
        is_start = self.text.istartswith(self.search, autoescape=True)
        is_part = self.text.icontains(self.search, autoescape=True)
        order = case((is_key, 0), (is_label, 1), (is_start, 2), else_=3)
        rows = self.rows.where(or_(is_key, is_part)).order_by(
            order, self.text, self.key
        )
        return list(db.session.execute(rows.limit(FOUND + 1)).all())

    def iter_choices(self) -> Iterator[Choice]:
        rows = self.listed
        if rows is None:
            chosen = self.rows.where(self.key == self.data)
            rows = [*db.session.execute(chosen), *self.found[:FOUND]]
        labels = {key: display(label) or str(key) for key, label in rows}
        count = Counter(labels.values())
        for key, label in labels.items():
            if count[label] > 1:
                labels[key] = f"{label} ({key})"
        return choices(self, labels)
