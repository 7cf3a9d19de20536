"""Fields and validators that WTForms lacks."""

from collections.abc import Iterator
from decimal import Context, Decimal
from functools import cached_property
from typing import Any

from flask import request
from sqlalchemy import BigInteger, String, case, cast, func, or_
from wtforms.fields.choices import Choice
from wtforms.utils import unset_value
from wtforms.validators import StopValidation, ValidationError

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


class Digits:
    """A number that a Numeric(precision, scale) column stores without rounding."""

    def __init__(self, precision: int, scale: int) -> None:
        self.limit = 10 ** (precision - scale)
        self.scale = scale
        self.step = Decimal(1).scaleb(-scale)
        self.context = Context(prec=precision + 1)
        self.field_flags = {"step": f"{Decimal(1).scaleb(-scale):f}"}

    def __call__(self, _form: Any, field: Any) -> None:
        number: Decimal | None = field.data
        if number is None:
            return
        if not number.is_finite():
            raise StopValidation("This must be a number.")
        if number.copy_abs() >= self.limit:
            raise StopValidation(f"This must be below {self.limit}.")
        rounded = number.quantize(self.step, None, self.context)
        if number != rounded:
            raise ValidationError(f"This must have at most {self.scale} decimals.")
        field.data = rounded  # PostgreSQL refuses a zero with an exponent of -16384
