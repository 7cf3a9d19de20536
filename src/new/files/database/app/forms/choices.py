"""Fields to choose one of several values of any type."""

from collections.abc import Iterable, Iterator
from typing import Any

from wtforms.fields.choices import Choice, SelectFieldBase
from wtforms.widgets import Select

from app.formats import words
from app.records import text_of

FOUND = 20  # the most records that a search shows


def choices(field: Any, labels: dict[Any, str]) -> Iterator[Choice]:
    """The values with their labels, after a blank unless one is required and chosen."""
    if not (field.flags.required and field.data in labels):
        yield Choice("", "", field.data is None, {})
    for value, label in labels.items():
        yield Choice(text_of(value), label, value == field.data, {})


class ChoiceField(SelectFieldBase):
    """One of several values, such as enum members; None if nothing is chosen."""

    widget = Select()

    def __init__(self, *args: Any, values: Iterable[Any] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.values = {text_of(value): value for value in values}

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = self.value_of(valuelist[0]) if valuelist[0] else None

    def value_of(self, text: str) -> Any:
        if text not in self.values:
            raise ValueError(self.gettext("Not a valid choice."))
        return self.values[text]

    def iter_choices(self) -> Iterator[Choice]:
        return choices(self, {value: words(value) for value in self.values.values()})
