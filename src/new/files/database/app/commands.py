"""Commands of the application: `flask seed`."""

import click
from flask import Flask

from app.extensions import db
from app.models import User

USERS = [
    ("Ada Lovelace", "ada@example.com"),
    ("Grace Hopper", "grace@example.com"),
    ("Alan Turing", "alan@example.com"),
]


def seed() -> None:
    """Add the example users that do not exist yet."""
    known = set(db.session.scalars(db.select(User.email)))
    users = [
        User(name=name, email=email) for name, email in USERS if email not in known
    ]
    db.session.add_all(users)
    db.session.commit()
    click.echo(f"{len(users)} users added.")


def init_app(app: Flask) -> None:
    app.cli.command("seed")(seed)
