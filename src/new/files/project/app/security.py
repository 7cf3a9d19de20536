"""Secret keys, and what forbids the browser what the application never needs."""

from flask import Flask, Response, current_app, request

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}


def add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if current_app.config["SESSION_COOKIE_SECURE"] and request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response


def check_keys(app: Flask) -> None:
    keys = [*app.config["SECRET_KEY_FALLBACKS"], app.config["SECRET_KEY"] or ""]
    shortest = app.config["SECRET_KEY_LENGTH"]
    if not keys[-1]:
        raise RuntimeError("SECRET_KEY is not set: .env.example says how to make one.")
    if any(len(key) < shortest for key in keys):
        raise RuntimeError(f"SECRET_KEY or a fallback has under {shortest} characters.")
    # Old keys keep forms valid, as they do sessions. The newest key signs.
    app.config["WTF_CSRF_SECRET_KEY"] = keys


def lock_cookie(app: Flask) -> None:
    """Rename the session cookie: with `__Host-`, browsers let no other host set it."""
    config, cookies = app.config, app.session_interface
    is_shared = cookies.get_cookie_domain(app) or cookies.get_cookie_path(app) != "/"
    if config["SESSION_COOKIE_SECURE"] and not is_shared:
        config["SESSION_COOKIE_NAME"] = f"__Host-{config['SESSION_COOKIE_NAME']}"


def init_app(app: Flask) -> None:
    check_keys(app)
    lock_cookie(app)
    app.after_request(add_headers)
