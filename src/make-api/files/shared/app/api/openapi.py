"""The OpenAPI document, made of the routes, what they say of themselves, and the schemas."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar

from flask import current_app, request
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema
from werkzeug.routing import Rule

from app.api.problems import DETAILS, PROBLEM, Problem
from app.api.schemas import ApiIn, ApiQuery

SCHEMAS = "#/components/schemas/"

PARAMETER = re.compile(r"<(?:(\w+)(?:\(.*?\))?:)?(\w+)>")

CONVERTERS: dict[str, dict[str, Any]] = {
    "int": {"type": "integer", "minimum": 0},
    "uuid": {"type": "string", "format": "uuid"},
}


@dataclass(frozen=True)
class Operation:
    """What the document says of a route."""

    summary: str
    status: int = 200
    takes: type[ApiIn] | None = None
    query: type[ApiQuery] | None = None
    answers: type[BaseModel] | None = None

    def schemas(self) -> Iterator[tuple[type[BaseModel], JsonSchemaMode]]:
        for sent in (self.takes, self.query):
            if sent:
                yield sent, "validation"
        if self.answers:
            yield self.answers, "serialization"

    def problems(self, is_below: bool) -> list[int]:
        """The statuses of its problem documents."""
        found = {400, 406, 503}
        found |= {409, 413, 415, 422} if self.takes else set()
        found |= {422} if self.query else set()
        found |= {409} if self.status == HTTPStatus.NO_CONTENT else set()
        found |= {404} if is_below else set()
        return sorted(found)


OPERATIONS: dict[Callable[..., Any], Operation] = {}

View = TypeVar("View", bound=Callable[..., Any])


def operation(summary: str, **described: Any) -> Callable[[View], View]:
    """Put a route into the document."""

    def remember(view: View) -> View:
        OPERATIONS[view] = Operation(summary, **described)
        return view

    return remember


class Schemas(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        return False  # it would repeat the name


def document() -> dict[str, Any]:
    """The document of all routes that `operation` describes."""
    views = current_app.view_functions
    rules = [
        (rule, OPERATIONS[views[rule.endpoint]])
        for rule in current_app.url_map.iter_rules()
        if views[rule.endpoint] in OPERATIONS
    ]
    models = {model: mode for _, each in rules for model, mode in each.schemas()}
    _, definitions = models_json_schema(
        [*models.items(), (Problem, "serialization")],
        ref_template=f"{SCHEMAS}{{model}}",
        schema_generator=Schemas,
    )
    schemas = definitions["$defs"]
    paths: dict[str, dict[str, Any]] = {}
    for rule, each in rules:
        path = PARAMETER.sub(r"{\2}", rule.rule)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            described = paths.setdefault(path, {})
            described[method.lower()] = described_as(rule, each, schemas)
    for _, each in rules:
        if each.query:
            schemas.pop(each.query.__name__, None)
    return {
        "openapi": "3.1.0",
        "info": {"title": f"The API of {current_app.name}", "version": "1"},
        "servers": [{"url": request.root_path or "/"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }


def described_as(
    rule: Rule, each: Operation, schemas: dict[str, Any]
) -> dict[str, Any]:
    """A route in the document."""
    path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": CONVERTERS.get(kind, {"type": "string"}),
        }
        for kind, name in PARAMETER.findall(rule.rule)
    ]
    asked = schemas[each.query.__name__]["properties"] if each.query else {}
    query = [
        {"name": name, "in": "query", "schema": schema}
        for name, schema in asked.items()
    ]
    answer: dict[str, Any] = {"description": HTTPStatus(each.status).phrase}
    if each.answers:
        answer["content"] = content("application/json", each.answers)
    if each.status == HTTPStatus.CREATED:
        answer["headers"] = {
            "Location": {"required": True, "schema": {"type": "string"}}
        }
    problems = {
        str(status): {
            "description": DETAILS[status],
            "content": content(PROBLEM, Problem),
        }
        for status in each.problems(bool(path))
    }
    described: dict[str, Any] = {
        "operationId": rule.endpoint.rpartition(".")[2],
        "summary": each.summary,
        "parameters": [*path, *query],
        "responses": {str(each.status): answer} | problems,
    }
    if each.takes:
        body = content("application/json", each.takes)
        body["application/json"]["example"] = example(
            schemas[each.takes.__name__], schemas
        )
        described["requestBody"] = {"required": True, "content": body}
    return described


def content(kind: str, model: type[BaseModel]) -> dict[str, Any]:
    return {kind: {"schema": {"$ref": SCHEMAS + model.__name__}}}


def example(schema: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """A value of a schema. The first of several types is not null."""
    match schema:
        case {"examples": [first, *_]} | {"enum": [first, *_]} | {"default": first}:
            return first
        case {"$ref": name}:
            return example(schemas[name.removeprefix(SCHEMAS)], schemas)
        case {"anyOf": [first, *_]}:
            return example(first, schemas)
        case {"properties": fields}:
            return {name: example(each, schemas) for name, each in fields.items()}
        case {"type": "array", "items": item}:
            return [example(item, schemas)]
        case {"type": "boolean"}:
            return True
        case {"type": "integer" | "number"}:
            return max(1, schema.get("minimum", 1))
        case {"type": "string"}:
            return "Text"[: schema.get("maxLength")]
    return {}
