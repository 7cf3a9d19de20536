"""Commands of the application: `flask seed`."""

import click
from flask import Flask

from app.extensions import db
from app.models import User

USERS = {
    "ada@example.com": "Ada Lovelace",
    "grace@example.com": "Grace Hopper",
    "alan@example.com": "Alan Turing",
}


def seed() -> None:
    """Add the example users that do not exist yet."""
    known = set(db.session.scalars(db.select(User.email)))
    new = [email for email in USERS if email not in known]
    db.session.add_all(User(name=USERS[email], email=email) for email in new)
    db.session.commit()
    click.echo(f"{len(new)} users added.")


def init_app(app: Flask) -> None:
    app.cli.command("seed")(seed)
