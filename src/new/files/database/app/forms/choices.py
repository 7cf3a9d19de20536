"""Fields that are a choice among values of any type."""

from collections.abc import Iterable
from enum import Enum
from typing import Any

from wtforms import SelectField
from wtforms.fields.choices import SelectChoice

from app.extensions import db
from app.formats import display, words


def text_of(value: Any) -> str:
    return str(value.value if isinstance(value, Enum) else value)


class ChoiceField(SelectField):
    """One of some values, such as an enum's members; nothing chosen is None."""

    def __init__(self, *args: Any, values: Iterable[Any], **options: Any) -> None:
        super().__init__(
            *args, coerce=self.value_of, choices=self.all_choices, **options
        )
        self.values = {text_of(value): value for value in values}

    def value_of(self, text: Any) -> Any:
        if text == "":
            return None
        if text_of(text) not in self.values:
            raise ValueError(text)
        return self.values[text_of(text)]

    def label_of(self, value: Any) -> str:
        return words(value)

    def all_choices(self) -> list[SelectChoice]:
        choices = [
            SelectChoice(text, self.label_of(value))
            for text, value in self.values.items()
        ]
        is_chosen = self.flags.required and self.default is not None
        return choices if is_chosen else [SelectChoice(""), *choices]


class RowField(ChoiceField):
    """A row of another table, which a foreign key names by this column of it."""

    def __init__(self, *args: Any, key: Any, label: Any, **options: Any) -> None:
        rows = db.session.execute(db.select(key, label).order_by(label, key))
        self.labels = {value: display(text) or str(value) for value, text in rows}
        super().__init__(*args, values=self.labels, **options)

    def label_of(self, value: Any) -> str:
        return self.labels[value]
