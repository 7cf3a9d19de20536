"""The types of fields in JSON. What their schemas allow is what the forms accept."""

from collections.abc import Callable
from datetime import MAXYEAR, MINYEAR, date, datetime, time
from decimal import Decimal
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue
from pydantic_core import core_schema

from app.forms.base import EMAIL, INTEGER, strip


class Written:
    """A value that JSON has no type for: a text of this pattern, and nothing else that Pydantic reads."""

    def __init__(
        self,
        pattern: str,
        read: Callable[[str], Any],
        write: Callable[[Any], str] = str,
        schema: dict[str, Any] | None = None,
    ) -> None:
        self.pattern = f"^{pattern}$"
        self.read = read
        self.write = write
        self.schema = {"type": "string", **(schema or {"pattern": self.pattern})}

    def __get_pydantic_core_schema__(self, kind: Any, handler: Any) -> Any:
        text = core_schema.str_schema(pattern=self.pattern, strict=True)
        return core_schema.json_or_python_schema(
            core_schema.no_info_after_validator_function(self.read, text),
            handler(kind),
            serialization=core_schema.plain_serializer_function_ser_schema(
                self.write, when_used="json"
            ),
        )

    def __get_pydantic_json_schema__(self, _schema: Any, _handler: Any) -> Any:
        return self.schema


class Digits(Written):
    """A number that a Numeric(precision, scale) column stores without rounding."""

    def __init__(
        self, precision: int, scale: int, min: Any = None, max: Any = None
    ) -> None:
        sign = "-?" if min is None or min < 0 else ""
        whole = rf"[0-9]{{1,{precision - scale}}}" if precision > scale else "0"
        decimals = rf"(\.[0-9]{{1,{scale}}})?" if scale else ""
        example = next(
            each
            for each in (min, max, 1 if precision > scale else 0)
            if each is not None
        )
        pattern = sign + whole + decimals
        super().__init__(
            pattern,
            self.number,
            "{:f}".format,
            {"pattern": f"^{pattern}$", "examples": [str(example)]},
        )
        self.min, self.max = min, max

    def number(self, text: str) -> Decimal:
        value = Decimal(text)
        if self.min is not None and value < self.min:
            raise ValueError(f"This must be at least {self.min}.")
        if self.max is not None and value > self.max:
            raise ValueError(f"This must be at most {self.max}.")
        return value


def moment(text: str) -> datetime:
    found = datetime.fromisoformat(text.upper())
    if not MINYEAR < found.year < MAXYEAR:
        raise ValueError("In UTC, its year may be out of range.")
    return found


def in_utc(value: datetime) -> str:
    return value.isoformat().replace("+00:00", "Z")


def email(text: str) -> str:
    if not EMAIL.fullmatch(text):
        raise ValueError("This must be an e-mail address, such as ada@example.com.")
    return text


def whole(value: Any) -> Any:
    """JSON has one type of numbers: 10.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def not_null(value: JsonValue) -> JsonValue:
    if value is None:
        raise ValueError("This must not be null.")
    return value


NO_NUL = r"^[^\x00]*$"
"""PostgreSQL cannot store NUL."""

SPACES = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""What Python strips. The class of spaces differs from one regular expression engine to the next."""

Limits = Field
"""Lengths and bounds. A model may be called Field."""

BlankText = Annotated[str, Field(pattern=NO_NUL), AfterValidator(str.strip)]
"""Text without spaces around it, which may be empty."""

EMPTY_IS_NULL = AfterValidator(strip)
"""It stands behind the length of an optional text: None has no length."""

OptionalText = Annotated[BlankText, EMPTY_IS_NULL]

FilledText = Annotated[
    str,
    Field(pattern=rf"^[^\x00]*[^\x00{SPACES}][^\x00]*$"),
    AfterValidator(strip),
]
"""Text of which something is left."""

EmailText = Annotated[
    str, Field(json_schema_extra={"format": "email"}), AfterValidator(email)
]
UrlText = Annotated[
    str,
    Field(pattern=rf"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#\x00{SPACES}][^\x00{SPACES}]*$"),
]
WHOLE = BeforeValidator(whole)
"""It stands behind the bounds of a number: before them, it would hide them from the schema."""

Int32 = Annotated[int, Field(ge=-INTEGER, le=INTEGER), WHOLE]
Int64 = Annotated[int, Field(ge=1 - 2**63, le=2**63 - 1), WHOLE]
FiniteFloat = Annotated[float, Field(allow_inf_nan=False)]
JsonData = Annotated[
    JsonValue,
    AfterValidator(not_null),
    Field(json_schema_extra={"not": {"type": "null"}}),
]

DAY = r"[0-9]{4}-[0-9][0-9]-[0-9][0-9]"
CLOCK = r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?"
ZONE = r"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
MOMENT = f"{DAY}[Tt]{CLOCK}{ZONE}"

IsoDate = Annotated[
    date,
    Written(
        DAY,
        date.fromisoformat,
        date.isoformat,
        {"format": "date", "pattern": f"^(?!0000){DAY}$"},
    ),
]
IsoTime = Annotated[time, Written(CLOCK, time.fromisoformat, time.isoformat)]
UtcTime = Annotated[
    datetime,
    Written(
        MOMENT,
        moment,
        in_utc,
        {"format": "date-time", "pattern": f"^(?!000[01]|9999){MOMENT}$"},
    ),
]
LocalTime = Annotated[
    datetime, Written(f"{DAY}T{CLOCK}", datetime.fromisoformat, datetime.isoformat)
]

# In a query, all values are text.
QueryCount = Annotated[
    int,
    Written(
        r"[1-9][0-9]{0,8}",
        int,
        str,
        {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    ),
]
QueryKey = Annotated[
    int,
    Written(
        r"[0-9]{1,18}",
        int,
        str,
        {"type": "integer", "minimum": 0, "maximum": 10**18 - 1},
    ),
]
QueryBool = Annotated[
    bool, Written("true|false", "true".__eq__, str, {"type": "boolean"})
]
