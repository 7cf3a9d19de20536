"""Apply the application's migrations, and seed the database if this creates its file.

Run in the application's folder with the Python of its environment. Without arguments, it prints an
empty line once it has something to do. If the database existed but had no tables, it prints
`unseeded`: only the owner knows whether example rows belong there. It fails if a migration would
drop a table or a column of an existing database: a person has to apply that. If it fails, it
removes a SQLite file that it created.

`check` changes nothing. It prints `behind` if the newest migration is not applied, and
`pending: migrations/versions/…` for each missing migration of a database that has tables. It
fails if the next migration would add a required column without a default to a table with rows.

`migrate` writes a migration that brings the database to the models, prints each change, such as
`change: add users.age`, applies the migration and prints `applied`. The rows that exist get the
default of a required column. A person has to apply a migration that drops what may hold data. It
prints `warning: …` for what Alembic leaves undone. With the names of tables, the migration is about
these alone, and it prints `left: change users.name` for each other difference.

It fails if the database is at a revision that no migration has.

Any other argument is an error.
"""

import ast
import logging
import os
import sys
import textwrap
from collections.abc import Container, Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import produce_migrations
from alembic.operations import ops
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask.cli import ScriptInfo, load_dotenv
from sqlalchemy import (
    Column,
    Connection,
    DefaultClause,
    Engine,
    Enum,
    MetaData,
    Uuid,
    inspect,
    select,
    text,
)
from sqlalchemy.dialects import sqlite


def shown(path: Path) -> Path:
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


PYTHON = shown(Path(sys.executable))
"""The Python of the application's environment."""


def load_app() -> Flask:
    """The application that `flask` runs."""
    load_dotenv()
    return ScriptInfo(os.environ.get("FLASK_APP")).load_app()


def find_migrate(app: Flask) -> Any:
    if "migrate" not in app.extensions:
        raise RuntimeError(
            "The application has a folder migrations/, but it does not use Flask-Migrate."
        )
    return app.extensions["migrate"]


def check(app: Flask) -> None:
    migrate = find_migrate(app)
    with app.app_context():
        engine = migrate.db.engine
        file = sqlite_file(engine)
        # Connecting creates a missing file.
        if file and not file.exists():
            print("behind")
            return
        with engine.connect() as connection:
            refuse_unknown(migrate, connection)
            if is_current(migrate, connection):
                refuse_missing_values(migrate, connection)
                return
            print("behind")
            if inspect(connection).get_table_names():
                for path in pending(migrate, connection):
                    print(f"pending: {path}")


def prepare(app: Flask) -> None:
    migrate = find_migrate(app)
    with app.app_context():
        engine = migrate.db.engine
        file = sqlite_file(engine)
        made = file is not None and (not file.exists() or file.stat().st_size == 0)
        if not made:
            with engine.connect() as connection:
                refuse_unknown(migrate, connection)
                refuse_losses(migrate, connection)
        try:
            has_new_tables = upgrade(migrate, engine)
            if has_new_tables and "seed" in app.cli.commands:
                if made:
                    seed(app)
                else:
                    print("unseeded", flush=True)
        except BaseException:
            engine.dispose()
            if file and made:
                file.unlink(missing_ok=True)
            raise


def sqlite_file(engine: Engine) -> Path | None:
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name.startswith("file:"):
        return None
    return Path(name)


def upgrade(migrate: Any, engine: Engine) -> bool:
    """Apply the migrations; return whether this creates the first tables of the database."""
    with engine.connect() as connection:
        is_new = not inspect(connection).get_table_names()
        if is_current(migrate, connection):
            return False
    print(flush=True)
    command.upgrade(migrate.migrate.get_config(), "heads")
    return is_new


def refuse_unknown(migrate: Any, connection: Connection) -> None:
    """Fail where another state of the project, such as another branch, has migrated the database."""
    scripts = ScriptDirectory.from_config(migrate.migrate.get_config())
    known = {each.revision for each in scripts.walk_revisions()}
    context = MigrationContext.configure(connection, opts=migrate.configure_args)
    file = sqlite_file(connection.engine)
    for revision in context.get_current_heads():
        if revision not in known:
            head = " ".join(scripts.get_heads())
            lines = [
                f"The database is at revision {revision}, which no file in migrations/versions/ has:",
                "another state of the project has migrated it. Get the file back:",
                f"  git log --all --oneline -- 'migrations/versions/{revision}*'",
                "  git checkout COMMIT -- migrations/versions",
                "To undo that migration, then run this, and remove the file again:",
                f"  {PYTHON} -m flask db downgrade {head}",
            ]
            if file:
                lines.append(
                    f"If you need no data, remove {shown(file)} and run `scaffold setup`."
                )
            raise RuntimeError("\n".join(lines))


def is_current(migrate: Any, connection: Connection) -> bool:
    """Whether the newest migration is applied."""
    newest = ScriptDirectory.from_config(migrate.migrate.get_config()).get_heads()
    context = MigrationContext.configure(connection, opts=migrate.configure_args)
    return set(context.get_current_heads()) == set(newest)


def pending(migrate: Any, connection: Connection) -> list[Path]:
    """The files of the migrations that are not applied, oldest first."""
    scripts = ScriptDirectory.from_config(migrate.migrate.get_config())
    context = MigrationContext.configure(connection, opts=migrate.configure_args)
    applied = {
        script.revision
        for head in context.get_current_heads()
        for script in scripts.iterate_revisions(head, "base")
    }
    missing = [
        each for each in scripts.walk_revisions() if each.revision not in applied
    ]
    return [Path(each.path).relative_to(Path.cwd()) for each in reversed(missing)]


def refuse_losses(migrate: Any, connection: Connection) -> None:
    if inspect(connection).get_table_names():
        for path in filter(drops, pending(migrate, connection)):
            raise RuntimeError(
                f"{path} drops what may hold data. Read it, then apply it with "
                f"`{PYTHON} -m flask db upgrade`, or remove the file."
            )


def drops(migration: Path) -> bool:
    """Whether the upgrade of a migration drops a table or a column."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in ("drop_table", "drop_column")
        for function in ast.parse(migration.read_text()).body
        if isinstance(function, ast.FunctionDef) and function.name == "upgrade"
        for node in ast.walk(function)
    )


def refuse_missing_values(migrate: Any, connection: Connection) -> None:
    metadata = migrate.db.metadata
    context = MigrationContext.configure(connection, opts=migrate.configure_args)
    for operation in produce_migrations(context, metadata).upgrade_ops.ops:
        for inner in getattr(operation, "ops", []):
            if (
                isinstance(inner, ops.AddColumnOp)
                and needs_value(inner.column)
                and value_for_rows(inner.column) is None
            ):
                rows = select(text("1")).select_from(metadata.tables[inner.table_name])
                if connection.execute(rows.limit(1)).first():
                    raise RuntimeError(
                        f"{inner.table_name}.{inner.column.name} is required, but the rows of "
                        f"{inner.table_name} have no value for it. Give it a default, "
                        "or make it nullable."
                    )


def needs_value(column: Column[Any]) -> bool:
    return not (
        column.nullable or column.server_default or column.computed or column.identity
    )


def value_for_rows(column: Column[Any]) -> str | None:
    """The default of a column, as a text that every database reads as a value of its type."""
    default = column.default
    if default is None or column.unique or isinstance(column.type, Uuid):
        return None
    if default.is_scalar:
        value = default.arg
    elif default.is_callable:
        value = default.arg(None)
    else:
        return None
    # SQLite stores as text what it has no type for, in a format that PostgreSQL reads.
    dialect = sqlite.dialect()
    bind = column.type.dialect_impl(dialect).bind_processor(dialect)
    # As a float, a decimal would lose digits.
    stored = bind(value) if bind and not isinstance(value, Decimal) else value
    if getattr(value, "tzinfo", None):
        stored = f"{stored}+00:00"
    return str(int(stored) if isinstance(stored, bool) else stored)


def fill_rows(operations: ops.UpgradeOps) -> None:
    """Give required columns a server default while they are added: SQLite needs two steps."""
    for each in list(operations.ops):
        dropped: list[ops.MigrateOperation] = []
        for inner in getattr(each, "ops", []):
            if isinstance(inner, ops.AddColumnOp) and needs_value(inner.column):
                value = value_for_rows(inner.column)
                if value is not None:
                    inner.column.server_default = DefaultClause(value)
                    dropped.append(
                        ops.AlterColumnOp(
                            inner.table_name,
                            inner.column.name,
                            schema=inner.schema,
                            existing_type=inner.column.type,
                            existing_nullable=False,
                            modify_server_default=None,
                        )
                    )
        if dropped and isinstance(each, ops.ModifyTableOps):
            without = ops.ModifyTableOps(each.table_name, dropped, schema=each.schema)
            operations.ops.insert(operations.ops.index(each) + 1, without)


def name_constraints(script: ops.MigrationScript) -> None:
    """Name the constraints of new columns: SQLite drops none without a name."""
    operations = script.upgrade_ops_list[-1]
    named = False
    for each in operations.ops:
        for inner in getattr(each, "ops", []):
            match inner:
                case ops.CreateForeignKeyOp(constraint_name=None):
                    names = [inner.source_table, *inner.local_cols]
                    inner.constraint_name = "_".join(["fk", *names])
                    named = True
                case ops.CreateUniqueConstraintOp(constraint_name=None):
                    names = [getattr(name, "name", name) for name in inner.columns]
                    inner.constraint_name = "_".join(["uq", inner.table_name, *names])
                    named = True
    if named:
        operations.reverse_into(script.downgrade_ops_list[-1])


def keep_only(script: ops.MigrationScript, tables: Container[str]) -> None:
    """Leave what is about other tables to a person."""
    operations = script.upgrade_ops_list[-1]
    others = [
        each
        for each in operations.ops
        if getattr(each, "table_name", None) not in tables
    ]
    if others:
        for change in changes_in(ops.UpgradeOps(others)):
            print(f"left: {change}", flush=True)
        operations.ops[:] = [each for each in operations.ops if each not in others]
        operations.reverse_into(script.downgrade_ops_list[-1])


def write_migration(app: Flask, tables: list[str]) -> None:
    found = find_migrate(app)
    migrate = found.migrate
    changes: list[str] = []
    made: dict[str, Enum] = {}
    added: dict[str, Enum] = {}

    def name(_context: object, _revision: object, directives: list[Any]) -> None:
        if tables:
            keep_only(directives[0], tables)
        operations = directives[0].upgrade_ops_list[-1]
        if operations.is_empty():
            return  # The hook of Flask-Migrate's env.py comes next, and drops it.
        name_constraints(directives[0])
        changes.extend(changes_in(operations))
        made.update(enums_of(made_columns(operations)))
        added.update(enums_of(added_columns(operations)))
        fill_rows(operations)
        title = ", ".join(changes) or "change the database"
        title = textwrap.shorten(title, 100, placeholder=" …")
        directives[0].message = title[0].upper() + title[1:]

    with app.app_context():
        engine = found.db.engine
        warn_of_members(engine, found.db.metadata)
        config = migrate.get_config(opts=["autogenerate"])
        if command.revision(
            config, autogenerate=True, process_revision_directives=name
        ) in (None, []):
            return
        warn_of_types(engine, made, added)
        for change in changes:
            print(f"change: {change}", flush=True)
        if not any(change.startswith("drop ") for change in changes):
            command.upgrade(migrate.get_config(), "head")
            print("applied")


def warn_of_members(engine: Engine, metadata: MetaData) -> None:
    """Tell of members that an enum of PostgreSQL's own lacks: Alembic does not compare them."""
    stored = stored_enums(engine)
    columns = [column for table in metadata.tables.values() for column in table.columns]
    for name, kind in enums_of(columns).items():
        for value in kind.enums if name in stored else []:
            if value not in stored[name]:
                literal = value.replace("'", "''")
                warn(
                    f"The type {name} in the database lacks {value}, and Alembic does not add it. Make a "
                    f"migration with `{PYTHON} -m flask db revision`, and write into its upgrade(): "
                    f"op.execute(\"ALTER TYPE {name} ADD VALUE '{literal}'\")."
                )


def warn_of_types(
    engine: Engine, made: dict[str, Enum], added: dict[str, Enum]
) -> None:
    """Tell of types that a migration does not make, or that its downgrade leaves, in PostgreSQL."""
    if engine.dialect.name == "postgresql":
        stored = stored_enums(engine)
        for name, kind in {**made, **added}.items():
            if name not in stored and name not in made:
                values = ", ".join(map(repr, kind.enums))
                warn(
                    f"The migration does not make the type {name}. Begin its upgrade() with "
                    f'sa.Enum({values}, name="{name}").create(op.get_bind()).'
                )
            if name not in stored:
                warn(
                    f"The migration's downgrade leaves the type {name}: to upgrade again fails. End its "
                    f'downgrade() with sa.Enum(name="{name}").drop(op.get_bind()).'
                )


def warn(text: str) -> None:
    print(f"warning: {text}", flush=True)


def stored_enums(engine: Engine) -> dict[str, list[str]]:
    """The members of each enum that is a type of its own, by its name."""
    if engine.dialect.name != "postgresql":
        return {}
    return {each["name"]: each["labels"] for each in inspect(engine).get_enums()}


def enums_of(columns: Iterable[Column[Any]]) -> dict[str, Enum]:
    """The enums that are types of their own in PostgreSQL, by their names."""
    types = (getattr(each.type, "item_type", each.type) for each in columns)
    return {
        each.name: each for each in types if isinstance(each, Enum) and each.native_enum
    }


def made_columns(operations: ops.UpgradeOps) -> Iterator[Column[Any]]:
    """The columns of new tables."""
    for each in operations.ops:
        if isinstance(each, ops.CreateTableOp):
            yield from (column for column in each.columns if isinstance(column, Column))


def added_columns(operations: ops.UpgradeOps) -> Iterator[Column[Any]]:
    """The new columns of tables that exist."""
    for each in operations.ops:
        for inner in getattr(each, "ops", []):
            if isinstance(inner, ops.AddColumnOp):
                yield inner.column


def changes_in(operations: ops.UpgradeOps) -> list[str]:
    """The changes of a migration, such as `create posts`, `add users.age`."""
    created = [
        each.table_name
        for each in operations.ops
        if isinstance(each, ops.CreateTableOp)
    ]
    changes = [f"create {name}" for name in created]
    for each in operations.ops:
        if isinstance(each, ops.DropTableOp):
            changes.append(f"drop {each.table_name}")
        elif isinstance(each, ops.ModifyTableOps) and each.table_name not in created:
            added = {
                inner.column.name
                for inner in each.ops
                if isinstance(inner, ops.AddColumnOp)
            }
            changes += [
                change_of(each.table_name, inner)
                for inner in each.ops
                if not is_about(inner, added)
            ]
    return list(dict.fromkeys(changes))


def is_about(operation: ops.MigrateOperation, columns: set[str]) -> bool:
    """Whether an index or a constraint is one of new columns alone."""
    match operation:
        case ops.CreateIndexOp() | ops.CreateUniqueConstraintOp():
            names = operation.columns
        case ops.CreateForeignKeyOp():
            names = operation.local_cols
        case _:
            return False
    return {getattr(name, "name", name) for name in names} <= columns


def change_of(table: str, operation: ops.MigrateOperation) -> str:
    match operation:
        case ops.AddColumnOp():
            return f"add {table}.{operation.column.name}"
        case ops.DropColumnOp():
            return f"drop {table}.{operation.column_name}"
        case ops.AlterColumnOp():
            return f"change {table}.{operation.column_name}"
        case _:
            return f"change {table}"


def seed(app: Flask) -> None:
    app.cli.main(
        ["seed"], obj=ScriptInfo(create_app=lambda: app), standalone_mode=False
    )


def report(kind: type[BaseException], error: BaseException, _stack: object) -> None:
    """Print an error without the stack trace that Flask puts into some messages."""
    lines = f"{kind.__name__}: {error}".splitlines()
    for number, line in enumerate(lines):
        if line.startswith("Traceback"):
            lines = [*lines[:number], lines[-1]]
            break
    print("\n".join(lines), file=sys.stderr)


sys.excepthook = report
logging.disable(logging.INFO)  # Alembic reports each step.
tasks = {"": prepare, "check": check}
word, *tables = sys.argv[1:] or [""]
if word == "migrate":
    write_migration(load_app(), tables)
elif word in tasks and not tables:
    tasks[word](load_app())
else:
    sys.exit(f"Unknown argument: {' '.join(sys.argv[1:])}. Nothing was done.")
