"""The application factory."""

import re
from pathlib import Path

from flask import Flask

from app import (
    bad_requests,
    commands,
    database_errors,
    errors,
    formats,
    health,
    links,
    logs,
    models,
    navigation,
    proxies,
    records,
    security,
)
from app.extensions import csrf, db, migrate
from app.routes.mains import bp as mains_bp
from app.routes.posts import bp as posts_bp
from config import settings

__all__ = ["create_app", "models"]


def create_app(environment: str | None = None) -> Flask:
    app = Flask(__name__)
    app.config.from_object(settings(environment))
    if re.match("sqlite:///[^/:]", app.config["SQLALCHEMY_DATABASE_URI"]):
        # Nobody else on this machine may read the data.
        Path(app.instance_path).mkdir(0o700, parents=True, exist_ok=True)

    bad_requests.init_app(app)  # first, so that all others can read the request
    logs.init_app(app)
    db.init_app(app)
    migrate.init_app(app, db)
    csrf.init_app(app)

    commands.init_app(app)
    database_errors.init_app(app)
    errors.init_app(app)
    formats.init_app(app)
    health.init_app(app)
    links.init_app(app)
    navigation.init_app(app)
    proxies.init_app(app)
    records.init_app(app)
    security.init_app(app)

    app.register_blueprint(mains_bp)
    app.register_blueprint(posts_bp)

    return app
