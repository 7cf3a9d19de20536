"""Headers that forbid the browser what the application never needs."""

from flask import Flask, Response

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}


def add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def init_app(app: Flask) -> None:
    app.after_request(add_headers)
    # Old keys keep forms valid, as they do sessions. The newest key signs.
    keys = [*app.config["SECRET_KEY_FALLBACKS"], app.config["SECRET_KEY"]]
    app.config["WTF_CSRF_SECRET_KEY"] = keys
