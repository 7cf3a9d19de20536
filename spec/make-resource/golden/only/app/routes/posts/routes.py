from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.controllers import PostController

bp = Blueprint("posts", __name__)


@bp.get("/posts")
def index() -> ResponseReturnValue:
    return PostController().index()


@bp.get("/posts/<int:post_id>")
def show(post_id: int) -> ResponseReturnValue:
    return PostController().show(post_id)
