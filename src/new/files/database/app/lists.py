"""Lists that a URL searches, filters, sorts and pages: `?q=&status=&sort=-title&page=2`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import request
from sqlalchemy import Boolean, ColumnElement, Select, String, cast, func, inspect, or_
from sqlalchemy import Enum as EnumType
from sqlalchemy.orm import aliased

from app.extensions import db
from app.formats import display, words
from app.forms.choices import LONGEST, MOST

PER_PAGE = 20


class Choice(NamedTuple):
    """A value to filter by, with its text in the URL."""

    text: str
    label: str
    value: Any


class Filter(NamedTuple):
    """A column to filter by. Without choices, any text can be typed."""

    name: str
    label: str
    choices: list[Choice] | None
    value: str
    condition: Any


class Reference:
    """A foreign key and the record that it names."""

    def __init__(self, column: Any, label: Any) -> None:
        target = next(iter(column.property.columns[0].foreign_keys)).column
        key = inspect(label.class_).get_property_by_column(target).key
        self.column = column
        self.record = aliased(label.class_)
        self.key = getattr(self.record, key)
        self.label = getattr(self.record, label.key)

    def choices(self) -> list[Choice] | None:
        """The records, sorted by their labels; None if a select cannot hold them."""
        query = db.select(self.key, self.label).limit(MOST + 1)
        choices = [
            Choice(str(key), display(label) or str(key), key)
            for key, label in db.session.execute(query)
        ]
        choices.sort(key=lambda choice: choice.label.lower())
        return choices if len(choices) <= MOST else None

    def records(self, keys: set[Any]) -> dict[Any, Any]:
        query = db.select(self.key, self.record).where(self.key.in_(keys - {None}))
        return {key: record for key, record in db.session.execute(query)}

    def is_named(self, text: str) -> ColumnElement[bool]:
        """Whether the record's label contains this text."""
        keys = db.select(self.key).where(contains(self.label, text))
        return self.column.in_(keys.correlate(None))


class Listing:
    """One page of the records that a query finds; `macros/lists.html` shows it."""

    def __init__(
        self,
        query: Select[Any],
        *,
        search: Sequence[Any] = (),
        sort: Sequence[Any] = (),
        filters: Sequence[Any] = (),
        labels: Mapping[Any, Any] | None = None,
    ) -> None:
        """List what the query selects first, in its order until the URL asks for another.

        `labels` has the columns that people know the records of foreign keys by, such as
        `{Post.user_id: User.name}`. These records are loaded with the list.
        """
        self.model = query.column_descriptions[0]["entity"]
        self.references = {
            column.key: Reference(column, label)
            for column, label in (labels or {}).items()
        }
        self.search = search
        self.q = text_of("q") if search else ""
        self.filters = [self.filter_by(column) for column in filters]
        self.sortable = {column.key for column in sort}
        order = text_of("sort")
        self.sort = order if order.removeprefix("-") in self.sortable else ""

        conditions = [each.condition for each in self.filters if each.value]
        if self.q:
            conditions.append(or_(*(contains(each, self.q) for each in search)))
        found = query.where(*conditions)
        # Counted apart, and by key: `count(*) over ()` would visit every record.
        keys = inspect(self.model).primary_key
        keys = found.with_only_columns(*keys, maintain_column_froms=True)
        total = db.select(func.count()).select_from(keys.order_by(None).subquery())
        self.total = db.session.scalar(total) or 0
        self.pages = max(1, -(-self.total // PER_PAGE))
        self.page = min(max(1, request.args.get("page", 1, int)), self.pages)
        self.records = self.load(self.ordered(found))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.records)

    @property
    def is_filtered(self) -> bool:
        return bool(self.q or any(each.value for each in self.filters))

    def url(self, **changes: Any) -> str:
        """The URL of this list with these changes, on its first page unless they name one."""
        state = {"q": self.q, "sort": self.sort}
        state |= {each.name: each.value for each in self.filters}
        state |= changes
        return "?" + urlencode({name: value for name, value in state.items() if value})

    def filter_by(self, column: Any) -> Filter:
        name = column.key + "_" * (column.key in {"page", "q", "sort"})
        label = words(column.key.removesuffix("_id"))
        text = text_of(name)
        reference = self.references.get(column.key)
        choices = reference.choices() if reference else choices_of(column)
        if reference and choices is None:
            return Filter(name, label, None, text, reference.is_named(text))
        for choice in choices or []:
            if choice.text == text:
                return Filter(name, label, choices, text, column == choice.value)
        return Filter(name, label, choices, "", None)

    def ordered(self, query: Select[Any]) -> Select[Any]:
        if not self.sort:
            return query
        name = self.sort.removeprefix("-")
        column = getattr(self.model, name)
        if reference := self.references.get(name):
            matches = reference.column == reference.key
            query = query.outerjoin(reference.record, matches)
            column = reference.label
        if isinstance(column.type, String) and not isinstance(column.type, EnumType):
            column = func.lower(column)
        order = column.desc() if self.sort.startswith("-") else column.asc()
        keys = inspect(self.model).primary_key
        return query.order_by(None).order_by(order.nulls_last(), *keys)

    def load(self, query: Select[Any]) -> Sequence[Any]:
        """The records of the page, with the records that they refer to."""
        page = query.limit(PER_PAGE).offset((self.page - 1) * PER_PAGE)
        records = db.session.scalars(page).unique().all()
        for name, reference in self.references.items():
            found = reference.records({getattr(each, name) for each in records})
            for each in records:
                inspect(each).info[name] = found.get(getattr(each, name))
        return records


def text_of(name: str) -> str:
    """A text of the URL; PostgreSQL takes no NUL character."""
    return request.args.get(name, "").replace("\0", "").strip()[:LONGEST]


def contains(column: Any, text: str) -> ColumnElement[bool]:
    return cast(column, String).icontains(text, autoescape=True)


def choices_of(column: Any) -> list[Choice]:
    """The values that a column of an enum, or of yes and no, can have."""
    kind = column.type
    if isinstance(kind, Boolean):
        return [Choice("yes", "Yes", True), Choice("no", "No", False)]
    if isinstance(kind, EnumType) and kind.enum_class:
        members = kind.enum_class.__members__.values()
        return [Choice(each.name.lower(), words(each), each) for each in members]
    if isinstance(kind, EnumType):
        return [Choice(value, words(value), value) for value in kind.enums]
    raise TypeError(f"A list has no filter for {column}.")
