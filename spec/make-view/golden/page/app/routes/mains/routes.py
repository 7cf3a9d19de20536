from flask import Blueprint

from app.controllers import MainController

bp = Blueprint("mains", __name__)


@bp.get("/")
def index() -> str:
    return MainController().index()


@bp.get("/about")
def about() -> str:
    return MainController().about()


@bp.get("/contact-us")
def contact_us() -> str:
    return MainController().contact_us()
