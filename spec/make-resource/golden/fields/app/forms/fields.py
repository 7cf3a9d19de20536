"""Fields and validators that WTForms lacks."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from flask import request
from sqlalchemy import BigInteger, String, case, cast, func, or_
from wtforms.fields.choices import Choice
from wtforms.utils import unset_value

from app.extensions import db
from app.forms.choices import FOUND, ChoiceField, choices
from app.records import Choices, contains, labels, search_in


class RowField(ChoiceField):
    """A record of another table, which a foreign key refers to by this column.

    Visitors choose from what they may read. What is chosen already may stay, without its label.
    If the table has many rows, the field has a search, whose text is sent with the form: then
    nothing is saved, and the form is shown again with rows that match.
    """

    search = ""
    is_searched = False

    def __init__(self, *args: Any, key: Any, label: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.key = key
        self.all = Choices(key, label)

    def process_data(self, value: Any) -> None:
        super().process_data(value)
        self.all.keep([value])

    def process(self, formdata: Any, *args: Any, **options: Any) -> None:
        data = args[0] if args else options.get("data", unset_value)
        if formdata is not None:
            self.search = search_in(formdata, f"{self.name}-search")
            self.is_searched = bool(self.search) or f"{self.name}-find" in formdata
        super().process(formdata, *args, **options)
        if formdata is None and data is unset_value and request:
            self.choose(self.known(request.args.getlist(self.name)))

    def choose(self, keys: list[Any]) -> None:
        """Begin with what the URL names: `/posts/create?user_id=3`."""
        self.data = next(iter(keys), self.data)

    def value_of(self, text: str) -> Any:
        """The key of the record that was chosen."""
        return self.values_of([text])[0]

    def values_of(self, texts: list[str]) -> list[Any]:
        keys = [self.key_in(text) for text in texts]
        if not set(self.known(texts)).issuperset(keys):
            raise ValueError(self.gettext("Not a valid choice."))
        return keys

    def known(self, texts: list[str]) -> list[Any]:
        """The keys among these texts that lead to records."""
        keys = [key for key in map(self.key_in, texts) if key is not None]
        rows = self.all.rows.with_only_columns(self.key).where(self.key.in_(keys))
        return list(db.session.scalars(rows)) if keys else []

    def key_in(self, text: str) -> Any:
        """The key that a browser sent; None if no record can have it."""
        try:
            value = self.key.type.python_type(text)
        except (ArithmeticError, TypeError, ValueError):
            return None
        bits = 63 if isinstance(self.key.type, BigInteger) else 31
        is_too_large = isinstance(value, int) and abs(value) >= 2**bits
        return None if is_too_large or "\0" in text else value

    @property
    def is_large(self) -> bool:
        return self.all.labels is None

    @cached_property
    def found(self) -> list[Any]:
        """Records that match the search, best first, and one more than is shown.

        The best has this key, or this label, or begins with it: a row whose label is a part of
        many others could not be reached otherwise.
        """
        if not self.search:
            return []
        text = cast(self.all.label, String)
        is_key = cast(self.key, String) == self.search
        is_label = func.lower(text) == func.lower(self.search)
        is_start = text.istartswith(self.search, autoescape=True)
        is_part = contains(text, self.search)
        order = case((is_key, 0), (is_label, 1), (is_start, 2), else_=3)
        rows = self.all.rows.where(or_(is_key, is_part))
        best = rows.order_by(order, text, self.key).limit(FOUND + 1)
        return list(db.session.execute(best).all())

    def iter_choices(self) -> Iterator[Choice]:
        if self.all.labels is not None:
            return choices(self, self.all.labels)
        chosen = db.session.execute(self.all.rows.where(self.key == self.data))
        return choices(self, labels([*chosen, *self.found[:FOUND]]))
