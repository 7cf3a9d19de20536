"""Mail to users. In development it goes to the terminal and to `instance/mail/`."""

import smtplib
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import click
import flask_mail
from flask import (
    Flask,
    Response,
    after_this_request,
    current_app,
    request,
    url_for,
)

TIMEOUT = 20
"""Seconds that the mail server may take to answer."""

outbox = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


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
    """A link for a mail. Its host never comes from the request: anybody can forge that."""
    server = "http://{SERVER_NAME}:{SERVER_PORT}".format_map(request.environ)
    base = current_app.config["PUBLIC_URL"] or server
    return urljoin(base, url_for(endpoint, **values))


def send_mail(recipient: str, subject: str, body: str) -> None:
    """Send a mail after the response: its time does not show whether one is sent."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    send = partial(outbox.submit, deliver, app, recipient, subject, body)

    @after_this_request
    def send_later(response: Response) -> Response:
        response.call_on_close(send)
        return response


def deliver(app: Flask, recipient: str, subject: str, body: str) -> None:
    with app.app_context():
        try:
            message = flask_mail.Message(subject, [recipient], body)
            if folder := app.config.get("MAIL_FOLDER"):
                write(message, Path(app.instance_path, folder))
            else:
                with Connection(app.extensions["mail"]) as connection:
                    connection.send(message)
        except Exception:
            app.logger.exception("A mail could not be sent.")


def write(message: flask_mail.Message, folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{time.time_ns()}.eml"
    path.write_bytes(message.as_bytes())
    click.echo(f"Mail to {message.recipients[0]}, in {path}:\n\n{message.body}")
