"""Fields and validators that WTForms lacks."""

from decimal import Context, Decimal
from typing import Any

from wtforms.validators import ValidationError


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
            raise ValidationError("This must be a number.")
        if number.copy_abs() >= self.limit:
            raise ValidationError(f"This must be below {self.limit}.")
        rounded = number.quantize(self.step, None, self.context)
        if number != rounded:
            raise ValidationError(f"This must have at most {self.scale} decimals.")
        field.data = rounded  # PostgreSQL refuses a zero with an exponent of -16384
