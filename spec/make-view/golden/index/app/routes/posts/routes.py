from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.controllers import PostController

bp = Blueprint("posts", __name__)


@bp.get("/posts")
def index() -> ResponseReturnValue:
    return PostController().index()
