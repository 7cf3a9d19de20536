"""Lists with search, filters, sorting and pages in the URL: `?q=&sort=-title&page=2&format=csv`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from flask import Response, request, stream_with_context
from sqlalchemy import Boolean, Select, String, cast, func, inspect, or_, tuple_
from sqlalchemy import Enum as EnumType

from app.extensions import db
from app.formats import display, words
from app.readers import READERS
from app.records import Choices, contains, joined, loaded, search_in, target_of, text_of

PER_PAGE = 20

SECRETS = re.compile(r"password|passwd|secret|token|api_key|_hash$")
# Where a spreadsheet would run a text, also behind spaces. Some of them split at `;`.
FORMULA = re.compile(r'(?:^|(?<=[;\t-\r])"*)[ \xa0]*(?=[=+@\uff1d\uff0b\uff0d\uff20-])')


class Filter:
    """A column to filter by: a choice, or a text if there are too many. A file has nothing of a wrong choice."""

    def __init__(self, column: Any, reference: Choices | None, is_csv: bool) -> None:
        self.name = column.key + "_" * (column.key in {"format", "page", "q", "sort"})
        self.label = words(column.key.removesuffix("_id"))
        self.value = search_in(request.args, self.name)
        self.choices = None
        labels = reference.labels if reference else labels_of(column)
        if labels is None and reference and self.value:
            # SQLite keeps UUIDs without hyphens.
            texts = [self.value, self.value.replace("-", "")]
            rows = reference.rows.where(cast(reference.key, String).in_(texts))
            labels = {key: display(it) for key, it in db.session.execute(rows)} or None
        if labels is not None:
            self.choices = {text_of(value): label for value, label in labels.items()}
            chosen = [value for value in labels if text_of(value) == self.value]
            self.value = self.value if chosen or is_csv else ""
            values: Any = chosen
        elif reference:
            is_named = contains(reference.label, self.value)
            keys = reference.rows.with_only_columns(reference.key).where(is_named)
            values = keys.correlate(None)
        if reference and hasattr(column.property, "secondary"):
            self.condition = column.any(reference.key.in_(values))
        else:
            self.condition = column.in_(values)


class RecordList:
    """One page of a query's records, shown by `macros/lists.html`."""

    def __init__(
        self,
        query: Select[Any],
        *,
        search: Sequence[Any] = (),
        sort: Sequence[Any] = (),
        filters: Sequence[Any] = (),
        labels: Mapping[Any, Any] | None = None,
    ) -> None:
        """List the records of one model, in the query's order unless the URL sets another.

        `labels` has what people know the records of foreign keys by: `{Post.user_id: User.name}`.
        """
        self.references = {
            column.key: Choices(target_of(column.class_, column.key), label)
            for column, label in (labels or {}).items()
        }
        self.search = search
        self.q = search_in(request.args, "q") if search else ""
        self.is_csv = request.args.get("format") == "csv"
        known = self.references.get
        self.filters = [Filter(it, known(it.key), self.is_csv) for it in filters]
        conditions = [each.condition for each in self.filters if each.value]
        if self.q:
            conditions.append(or_(*(contains(each, self.q) for each in search)))
        self.is_filtered = bool(conditions)
        self.query = query.where(*conditions)

        self.sortable = {column.key: column for column in sort}
        chosen = search_in(request.args, "sort")
        self.sort = chosen if chosen.removeprefix("-") in self.sortable else ""

        self.model = query.column_descriptions[0]["entity"]
        self.keys = inspect(self.model).primary_key
        # A separate count of keys: `count(*) over ()` would read every record.
        rows = self.query.with_only_columns(*self.keys, maintain_column_froms=True)
        total = db.select(func.count()).select_from(rows.order_by(None).subquery())
        self.total = db.session.scalar(total) or 0
        self.pages = max(1, -(-self.total // PER_PAGE))
        self.page = min(max(1, request.args.get("page", 1, int)), self.pages)
        self.records = list(self.load(rows)) if self.total else []

    def load(self, rows: Select[Any]) -> Iterator[Any]:
        """The records of the page, with those that they refer to. `rows` has all keys."""
        first = (self.page - 1) * PER_PAGE
        page = self.query.slice(first, first + PER_PAGE)
        if self.sort:
            # Sort keys, not whole records: that is up to ten times as fast.
            few = self.sorted(rows).slice(first, first + PER_PAGE).subquery()
            keys = db.select(*few.c[: len(self.keys)])
            page = self.sorted(self.query.where(tuple_(*self.keys).in_(keys)))
        return loaded(page, self.references)

    def sorted(self, query: Select[Any]) -> Select[Any]:
        """The query in the order of the URL, with the column that it sorts by."""
        if not (name := self.sort.removeprefix("-")):
            return query
        by = self.sortable[name]
        if name in self.references:
            query, record = joined(query, self.model, name)
            by = getattr(record, self.references[name].label.key)
        if isinstance(by.type, String) and not isinstance(by.type, EnumType):
            by = func.lower(by)
        order = (by.desc() if self.sort.startswith("-") else by.asc()).nulls_last()
        # PostgreSQL orders distinct rows only by what it selects.
        return query.add_columns(by).order_by(None).order_by(order, *self.keys)

    def csv(self) -> Response:
        """All pages as a file, without columns that stay secret."""
        known = inspect(self.model).column_attrs
        own = [it.class_attribute for it in known if not is_secret(it.columns[0])]
        columns = [readable_key(each) for each in own]
        columns += [self.names_of(it) for it in self.references if it not in known]
        rows = self.query.with_only_columns(*columns, maintain_column_froms=True)
        query = self.sorted(rows).execution_options(yield_per=500)

        def lines() -> Iterator[str]:
            """Made with a session of their own: that of the request ends before."""
            names = [each.key for each in columns]
            for row in chain([names], db.session.execute(query)):
                yield ",".join(map(cell, row[: len(names)])) + "\r\n"

        response = Response(stream_with_context(lines()), mimetype="text/csv")
        file = {"filename": f"{self.model.__table__.name}.csv"}
        response.headers.set("Content-Disposition", "attachment", **file)
        return response

    def names_of(self, name: str) -> Any:
        """The labels of many records, as one text that the database puts together."""
        other, model = self.references[name], self.model
        # Not in `where`, which would lose the join if the visitor may read none.
        label = db.case((other.is_readable, cast(other.label, String)))
        text = func.aggregate_strings(label, ", ")
        return db.select(text).where(getattr(model, name)).correlate(model).label(name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.records)

    def url(self, **changes: Any) -> str:
        """The URL of this list with these changes; it goes to page 1 unless they set a page."""
        values = {each.name: each.value for each in self.filters}
        state = {"q": self.q, "sort": self.sort} | values | changes
        return "?" + urlencode({name: value for name, value in state.items() if value})


def labels_of(column: Any) -> dict[Any, str]:
    """The values of an enum or boolean column, with their labels."""
    match column.type:
        case Boolean():
            return {True: "Yes", False: "No"}
        case EnumType() as kind:
            return {value: words(value) for value in kind.enum_class or kind.enums}
    raise TypeError(f"A list has no filter for {column}.")


def is_secret(column: Any) -> bool:
    is_text = isinstance(column.type, String)
    return "hidden" in column.info or bool(is_text and SECRETS.search(column.key))


def readable_key(column: Any) -> Any:
    """A column; of a foreign key, the keys of records that the visitor may read."""
    for key in column.property.columns[0].foreign_keys:
        for model, reader in READERS.items():
            if inspect(model).local_table is key.column.table:
                keys = db.select(key.column).where(reader(model)).correlate(None)
                return db.case((column.in_(keys), column)).label(column.key)
    return column


def cell(value: Any) -> str:
    """A value in CSV. What a spreadsheet would run gets a `'`."""
    is_shown = isinstance(value, Decimal | dict | list | None)
    text = (display(value) if is_shown else text_of(value)).replace('"', '""')
    if not isinstance(value, int | float | Decimal):
        text = FORMULA.sub(r"\g<0>'", text)
    return f'"{text}"'
