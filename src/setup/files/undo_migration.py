"""Tell what migrations did to the application's database, or take them back.

Run in the application's folder with the Python of its environment, with a word and the files of
migrations, relative to that folder.

`check` changes nothing. Its last line is a JSON object: `database`, the name of the database
without its password; `isProduction`, whether the settings are those of production; `applied`, the
migrations that the database has; `later`, the other migrations that depend on them; `tables` that
they make; `data`, each of these tables with rows and each added column that holds more than its
default: `posts`, `users.age`.

`downgrade` takes the migrations back.

`data` changes nothing. Its arguments are tables and columns: `posts`, `posts.title`. Its last line is
a JSON object: `database`, and `data`, those of them with rows, or with more than a default. It fails
if there is no database.

`rows` changes nothing. Each argument is a JSON object: `table`, `column`, and `where`, SQL that holds
for some rows. Its last line is a JSON object: `database`, and `rows`, for each argument the `count` of
these rows and an `example`, the value of the first. It fails if there is no database.

Any other word is an error.
"""

import ast
import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from flask import Flask
from flask.cli import ScriptInfo, load_dotenv
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    Table,
    func,
    inspect,
    literal,
    literal_column,
    select,
    text,
)

SETTINGS = Path("config/__init__.py")

# A table, a column of it and its server default.
AddedColumn = tuple[str, str, str | None]


def load_app() -> Flask:
    """The application that `flask` runs."""
    load_dotenv()
    return ScriptInfo(os.environ.get("FLASK_APP")).load_app()


def scripts_of(migrate: Any, paths: list[str]) -> tuple[ScriptDirectory, list[Script]]:
    """All migrations of the application, and those in these files."""
    directory = ScriptDirectory.from_config(migrate.migrate.get_config())
    known = {
        Path(script.path).resolve(): script for script in directory.walk_revisions()
    }
    for path in paths:
        if Path(path).resolve() not in known:
            raise RuntimeError(f"{path} is no migration of the application.")
    return directory, [known[Path(path).resolve()] for path in paths]


def check(app: Flask, paths: list[str]) -> None:
    migrate = app.extensions["migrate"]
    with app.app_context():
        directory, scripts = scripts_of(migrate, paths)
        revisions = {script.revision for script in scripts}
        engine = migrate.db.engine
        made = [made_by(path) for path in paths]
        state = {
            "database": name_of(engine),
            "isProduction": is_production(),
            "applied": [],
            "later": [
                str(Path(each.path).relative_to(Path.cwd()))
                for each in directory.walk_revisions()
                if each.revision not in revisions
                and revisions.intersection(parents_of(each))
            ],
            "tables": [table for tables, _ in made for table in tables],
            "data": [],
        }
        file = sqlite_file(engine)
        # Connecting creates a missing file.
        if not file or file.exists():
            with engine.connect() as connection:
                present = applied(migrate, directory, connection)
                state["applied"] = [
                    path
                    for path, script in zip(paths, scripts, strict=True)
                    if script.revision in present
                ]
                state["data"] = [
                    name
                    for path, (tables, columns) in zip(paths, made, strict=True)
                    if path in state["applied"]
                    for name in with_data(
                        connection, migrate.db.metadata, tables, columns
                    )
                ]
        print(json.dumps(state))


def data(app: Flask, places: list[str]) -> None:
    db = app.extensions["sqlalchemy"]
    with app.app_context():
        refuse_missing(db.engine)
        tables = [place for place in places if "." not in place]
        columns = [
            (table, column, None)
            for table, _, column in (place.partition(".") for place in places)
            if column
        ]
        with db.engine.connect() as connection:
            found = list(with_data(connection, db.metadata, tables, columns))
        print(json.dumps({"database": name_of(db.engine), "data": found}))


def rows(app: Flask, checks: list[str]) -> None:
    with app.app_context():
        engine = app.extensions["sqlalchemy"].engine
        refuse_missing(engine)
        with engine.connect() as connection:
            found = [counted(connection, **json.loads(check)) for check in checks]
        print(json.dumps({"database": name_of(engine), "rows": found}))


def counted(
    connection: Connection, table: str, column: str, where: str
) -> dict[str, object]:
    inspector = inspect(connection)
    if not inspector.has_table(table) or column not in {
        each["name"] for each in inspector.get_columns(table)
    }:
        return {"count": 0, "example": None}
    found = select(literal_column(f'"{column}"')).select_from(Table(table, MetaData()))
    unfit = found.where(text(where)).subquery()
    count = connection.scalar(select(func.count()).select_from(unfit))
    example = connection.scalar(select(unfit).limit(1))
    return {"count": count, "example": shortened(example)}


def shortened(value: object) -> str | None:
    written = None if value is None else repr(str(value))
    return written if written is None or len(written) < 60 else f"{written[:57]}…"


def refuse_missing(engine: Engine) -> None:
    file = sqlite_file(engine)
    # Connecting creates a missing file.
    if file and not file.exists():
        raise RuntimeError(f"{name_of(engine)} does not exist")


def with_data(
    connection: Connection,
    metadata: MetaData,
    tables: list[str],
    columns: list[AddedColumn],
) -> Iterator[str]:
    yield from (table for table in tables if has_rows(connection, table))
    for table, column, filled in columns:
        if has_values(connection, metadata, table, column, filled):
            yield f"{table}.{column}"


def downgrade(app: Flask, paths: list[str]) -> None:
    if is_production():
        raise RuntimeError("The database of production is not downgraded.")
    migrate = app.extensions["migrate"]
    with app.app_context():
        _, scripts = scripts_of(migrate, paths)
        revisions = {script.revision for script in scripts}
        parents = {parent for script in scripts for parent in parents_of(script)}
        below = parents - revisions
        if len(below) > 1:
            raise RuntimeError(
                f"{', '.join(paths)}: several migrations come before. Downgrade the database by hand."
            )
        command.downgrade(migrate.migrate.get_config(), *(below or ["base"]))


def name_of(engine: Engine) -> str:
    file = sqlite_file(engine)
    if file is None:
        # A query may hold a password, too.
        return engine.url.set(query={}).render_as_string(hide_password=True)
    return str(
        file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
    )


def sqlite_file(engine: Engine) -> Path | None:
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name.startswith("file:"):
        return None
    return Path(name)


def is_production() -> bool:
    """Whether FLASK_CONFIG says so. If it says nothing, the settings of a new application do."""
    name = os.environ.get("FLASK_CONFIG")
    if name:
        return name == "production"
    return SETTINGS.exists() and "FLASK_CONFIG" in SETTINGS.read_text()


def parents_of(script: Script) -> tuple[str, ...]:
    parents = script.down_revision or ()
    return (parents,) if isinstance(parents, str) else tuple(parents)


def applied(migrate: Any, scripts: ScriptDirectory, connection: Connection) -> set[str]:
    context = MigrationContext.configure(connection, opts=migrate.configure_args)
    return {
        script.revision
        for head in context.get_current_heads()
        for script in scripts.iterate_revisions(head, "base")
    }


def made_by(path: str) -> tuple[list[str], list[AddedColumn]]:
    """The tables and the columns that the upgrade of a migration makes."""
    tables: list[str] = []
    columns: list[AddedColumn] = []
    for function in ast.parse(Path(path).read_text()).body:
        if isinstance(function, ast.FunctionDef) and function.name == "upgrade":
            tables += [
                name for call in calls(function, "create_table") for name in texts(call)
            ]
            columns += added_to_tables(function)
    return tables, columns


def added_to_tables(function: ast.FunctionDef) -> Iterator[AddedColumn]:
    for call in calls(function, "add_column"):
        for table in texts(call):
            yield from (
                (table, name, default_in(column))
                for column in call.args[1:]
                for name in texts(column)
            )
    for block in ast.walk(function):
        if isinstance(block, ast.With):
            for item in block.items:
                for table in texts(item.context_expr):
                    for call in calls(block, "add_column"):
                        yield from (
                            (table, name, default_in(column))
                            for column in call.args
                            for name in texts(column)
                        )


def default_in(column: ast.expr) -> str | None:
    """The server default of a column, with which the migration fills the rows."""
    for keyword in column.keywords if isinstance(column, ast.Call) else []:
        match keyword:
            case ast.keyword(
                arg="server_default", value=ast.Constant(value=str(default))
            ):
                return default
    return None


def calls(within: ast.AST, method: str) -> Iterator[ast.Call]:
    for node in ast.walk(within):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == method
        ):
            yield node


def texts(call: ast.AST) -> list[str]:
    """The first argument of a call, if that is a text."""
    match call:
        case ast.Call(args=[ast.Constant(value=str(text)), *_]):
            return [text]
        case _:
            return []


def has_rows(connection: Connection, name: str) -> bool:
    if not inspect(connection).has_table(name):
        return False
    table = Table(name, MetaData())
    rows = select(literal(1)).select_from(table).limit(1)
    return connection.execute(rows).first() is not None


def has_values(
    connection: Connection,
    metadata: MetaData,
    table_name: str,
    name: str,
    filled: str | None,
) -> bool:
    """Whether a column holds anything but its default, and what its migration filled it with."""
    inspector = inspect(connection)
    if not inspector.has_table(table_name) or name not in {
        each["name"] for each in inspector.get_columns(table_name)
    }:
        return False
    table = metadata.tables.get(table_name)
    if table is None or name not in table.columns:
        table = Table(table_name, MetaData(), autoload_with=connection)
    column = table.columns[name]
    default = default_of(column)
    query = select(column).where(column.is_not(None))
    if filled is not None:
        written = filled.replace("'", "''")
        query = query.where(column != literal_column(f"'{written}'"))
    values = connection.execute(query)
    return any(value != default for (value,) in values)


def default_of(column: Column[Any]) -> Any:
    return column.default.arg if column.default and column.default.is_scalar else None


def report(kind: type[BaseException], error: BaseException, _stack: object) -> None:
    print(f"{kind.__name__}: {error}", file=sys.stderr)


sys.excepthook = report
logging.disable(logging.INFO)  # Alembic reports each step.
tasks = {"check": check, "data": data, "downgrade": downgrade, "rows": rows}
word, *paths = sys.argv[1:]
if word not in tasks:
    sys.exit(f"Unknown argument: {word}. Nothing was done.")
tasks[word](load_app(), paths)
