"""The JSON API: a module for each resource, all below /api."""

from flask import Blueprint

from app.api.docs import bp as docs_bp
from app.api.problems import as_problem, check_accept

bp = Blueprint("api", __name__, url_prefix="/api")
bp.before_request(check_accept)
bp.after_app_request(as_problem)

bp.register_blueprint(docs_bp)
