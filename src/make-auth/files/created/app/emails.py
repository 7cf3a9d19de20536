"""Mail to users, and how their addresses are spelled. In development it goes to the terminal and to `instance/mail/`."""

import smtplib
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec
from unicodedata import normalize
from urllib.parse import urlsplit

import click
import flask_mail
import idna
from flask import (
    Flask,
    Response,
    after_this_request,
    current_app,
)

P = ParamSpec("P")

TIMEOUT = 20
"""Seconds that the mail server may take to answer."""

LONGEST = 5000
"""The most characters that are normalized. The time grows with their square, and no password or address has as many."""

outbox = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def normalize_email(email: str) -> str:
    """One spelling for each address, with its domain in ASCII: not all software agrees on that of `straße.de`."""
    name, at, domain = normal_form(email).strip().lower().rpartition("@")
    with suppress(idna.IDNAError):  # forms refuse what is no domain
        domain = idna.encode(domain).decode() if at else domain
    return name + at + domain


def normal_form(text: str) -> str:
    """The same characters, whichever way a keyboard encodes them."""
    return normalize("NFKC", text[:LONGEST])


class Connection(flask_mail.Connection):
    """Checks the certificate of the mail server, and gives up on one that hangs."""

    def configure_host(self) -> smtplib.SMTP:
        host = smtplib.SMTP(self.mail.server, self.mail.port, timeout=TIMEOUT)
        if self.mail.use_tls:
            host.starttls(context=ssl.create_default_context())
        if self.mail.username and self.mail.password:
            host.login(self.mail.username, self.mail.password)
        return host


def public_url(endpoint: str, **values: Any) -> str:
    """A link for a mail. Only PUBLIC_URL says where the site is: anybody can forge a request."""
    site = urlsplit(current_app.config["PUBLIC_URL"])
    urls = current_app.url_map.bind(site.netloc, site.path, url_scheme=site.scheme)
    return urls.build(endpoint, values, force_external=True)


def after_response(work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Do something in a thread after the response, so that the visitor cannot time it."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    submit = partial(outbox.submit, run, app, partial(work, *args, **kwargs))

    @after_this_request
    def submit_later(response: Response) -> Response:
        response.call_on_close(submit)
        return response


def run(app: Flask, work: Callable[[], None]) -> None:
    with app.app_context():
        try:
            work()
        except Exception:
            app.logger.exception("Work after a response failed.")


def send_mail(recipient: str, subject: str, template: str, **values: str) -> None:
    """Send a mail from `templates/mail/`. This waits for the server: call it by `after_response()`."""
    text = current_app.jinja_env.get_template(f"mail/{template}.txt").render(values)
    message = flask_mail.Message(subject, [normalize_email(recipient)], text)
    if folder := current_app.config.get("MAIL_FOLDER"):
        write(message, Path(current_app.instance_path, folder))
    else:
        with Connection(current_app.extensions["mail"]) as connection:
            connection.send(message)


def write(message: flask_mail.Message, folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{time.time_ns()}.eml"
    path.write_bytes(message.as_bytes())
    click.echo(f"Mail to {message.recipients[0]}, in {path}:\n\n{message.body}")
