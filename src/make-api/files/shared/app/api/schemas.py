"""What all schemas have in common."""

from dataclasses import dataclass
from typing import Annotated, Any, Self, TypeVar

from flask import Response
from pydantic import MISSING, BaseModel, ConfigDict, Field, create_model
from pydantic_core import core_schema

from app.api.types import BlankText, QueryCount
from app.lists import RecordList
from app.readers import READERS
from app.records import LONGEST, related

LEFT_OUT: Any = MISSING
"""The default of a field that a client need not send."""


@dataclass(frozen=True)
class Refers:
    """The key of another record, or the keys of those in a relationship to many."""

    key: Any
    many: str = ""

    def hides(self, record: Any, name: str) -> bool:
        """Whether the client may not read the record that this attribute leads to."""
        is_limited = self.key.class_ in READERS and getattr(record, name) is not None
        return is_limited and related(record, name) is None


class Shown(Refers):
    """The key of another record in an answer: null if the client may not read that record."""

    def __get_pydantic_core_schema__(self, kind: Any, handler: Any) -> Any:
        schema = handler(kind)
        may_hide = self.key.class_ in READERS
        return core_schema.nullable_schema(schema) if may_hide else schema


class ApiIn(BaseModel):
    """What a client sends. Unknown fields are refused, and values of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ApiQuery(ApiIn):
    """The parameters of a list."""

    page: QueryCount = 1


class ApiSearch(ApiQuery):
    """The parameters of a list that can be searched."""

    q: BlankText = Field("", max_length=LONGEST)


class ApiOut(BaseModel):
    """What a client gets of a record."""

    @classmethod
    def of(cls, record: Any) -> Self:
        """The values of a record. Of others, it names those that the client may read."""
        values: dict[str, Any] = {}
        for name, field in cls.model_fields.items():
            refers = reference(field.metadata)
            if refers and refers.many:
                others = related(record, refers.many)
                values[name] = [getattr(each, refers.key.key) for each in others]
            elif refers and refers.hides(record, name):
                values[name] = None
            else:
                values[name] = getattr(record, name)
        return cls.model_validate(values)


class ApiPage(BaseModel):
    """One page of a list, which a resource adds its `items` to."""

    page: int
    pages: int
    total: int

    @classmethod
    def of(cls, records: RecordList, out: type[ApiOut]) -> Self:
        numbers = {name: getattr(records, name) for name in ApiPage.model_fields}
        items = [out.of(each) for each in records]
        return cls.model_validate({"items": items, **numbers})


def json_answer(
    body: BaseModel, status: int = 200, location: str | None = None
) -> Response:
    """An answer with this body, and with the URL of a new record."""
    response = Response(body.model_dump_json(), status, mimetype="application/json")
    if location:
        response.location = location
    return response


def reference(metadata: list[Any]) -> Refers | None:
    """What a field refers to."""
    return next((each for each in metadata if isinstance(each, Refers)), None)


Sent = TypeVar("Sent", bound=ApiIn)


def patch_of(model: type[Sent]) -> type[Sent]:
    """The schema of a change: the same fields, of which any may be left out."""
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        kind: Any = field.rebuild_annotation() if field.metadata else field.annotation
        refers = reference(field.metadata)  # a union would hide it
        fields[name] = (Annotated[kind | MISSING, refers], MISSING)
    name = model.__name__.removesuffix("In") + "Patch"
    return create_model(name, __base__=model, __module__=model.__module__, **fields)
