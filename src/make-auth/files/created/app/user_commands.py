"""Commands for users: `flask users create`, `set-password`, `set-admin` and `clean`."""

import sys

import click
from flask import Flask
from flask.cli import AppGroup
from werkzeug.datastructures import MultiDict

from app.auth import find_user, set_password
from app.extensions import db
from app.forms.auth_forms import ResetPasswordForm, SignUpForm
from app.forms.base import ModelForm
from app.models import User
from app.sessions import delete_ended

users = AppGroup("users", help="Create users, and change what no page changes.")


@users.command("create")
@click.argument("email")
@click.option("--name", help="By default, what comes before the @.")
@click.option("--admin", is_flag=True, help="Make the user an admin.")
def create(email: str, name: str | None, admin: bool) -> None:
    """Create a user. Asks for a password, or reads it from standard input."""
    name = name or email.partition("@")[0]
    values = {"name": name, "email": email, "password": ask_password()}
    form = SignUpForm(MultiDict(values), meta={"csrf": False})
    check(form)
    user = User(is_admin=admin)
    form.populate_obj(user)
    db.session.add(user)
    db.session.commit()
    click.echo(f"{user.email} can sign in now.")


@users.command("set-password")
@click.argument("email")
def change_password(email: str) -> None:
    """Change a password, and sign the user out everywhere. Asks for it, or reads standard input."""
    user = get_user(email)
    values = MultiDict({"password": ask_password()})
    form = ResetPasswordForm(values, user=user, meta={"csrf": False})
    check(form)
    set_password(user, form.password.data)
    db.session.commit()
    click.echo(f"{user.email} has a new password.")


@users.command("set-admin")
@click.argument("email")
@click.option("--remove", is_flag=True, help="Make the user no admin.")
def set_admin(email: str, remove: bool) -> None:
    """Make a user an admin."""
    user = get_user(email)
    user.is_admin = not remove
    db.session.commit()
    click.echo(f"{user.email} is {'an' if user.is_admin else 'no'} admin now.")


@users.command("clean")
def clean() -> None:
    """Delete what is no longer needed: sessions that have ended. Run it daily."""
    count = delete_ended()
    db.session.commit()
    click.echo(f"Deleted: {count} ended sessions.")


def ask_password() -> str:
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")


def check(form: ModelForm) -> None:
    if not form.validate():
        lines = [
            f"{form[name].label.text}: {' '.join(form.errors[name])}"
            for name in form.errors
        ]
        raise click.ClickException("\n".join(lines))


def get_user(email: str) -> User:
    user = find_user(email)
    if user is None:
        raise click.ClickException(f"No user has the e-mail address {email}.")
    return user


def init_app(app: Flask) -> None:
    app.cli.add_command(users)
