"""Bring the application's database to the newest migration, and seed it where this makes its file.

Run in the application's folder with the Python of its environment. Prints an empty line once
there is something to do, and `unseeded` where it made the tables of a database that was there
before: whether example rows belong into that, its owner knows. A SQLite file that was made but
not finished is removed again.
"""

import logging
import os
import sys
from pathlib import Path
from typing import Any

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask.cli import ScriptInfo, load_dotenv
from sqlalchemy import Engine, inspect


def load_app() -> Flask:
    """The application that `flask` runs."""
    load_dotenv()
    return ScriptInfo(os.environ.get("FLASK_APP")).load_app()


def prepare(app: Flask) -> None:
    if "migrate" not in app.extensions:
        raise RuntimeError(
            "There is a folder migrations/, but the application has no Flask-Migrate."
        )
    with app.app_context():
        migrate = app.extensions["migrate"]
        engine = migrate.db.engine
        file = sqlite_file(engine)
        made = file is not None and (not file.exists() or file.stat().st_size == 0)
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
    """Whether this made the database's first tables."""
    config = migrate.migrate.get_config()
    newest = ScriptDirectory.from_config(config).get_heads()
    with engine.connect() as connection:
        is_new = not inspect(connection).get_table_names()
        context = MigrationContext.configure(connection, opts=migrate.configure_args)
        if set(context.get_current_heads()) == set(newest):
            return False
    print(flush=True)
    command.upgrade(config, "heads")
    return is_new


def seed(app: Flask) -> None:
    app.cli.main(
        ["seed"], obj=ScriptInfo(create_app=lambda: app), standalone_mode=False
    )


def report(kind: type[BaseException], error: BaseException, _stack: object) -> None:
    """Say what an error says, without the stack that Flask puts into some messages."""
    lines = f"{kind.__name__}: {error}".splitlines()
    for number, line in enumerate(lines):
        if line.startswith("Traceback"):
            lines = [*lines[:number], lines[-1]]
            break
    print("\n".join(lines), file=sys.stderr)


sys.excepthook = report
logging.disable(logging.INFO)  # what Alembic says of its steps
prepare(load_app())
