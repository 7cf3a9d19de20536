from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.controllers import PostCommentController

bp = Blueprint("comments", __name__)


@bp.get("/posts/<int:post_id>/comments")
def index(post_id: int) -> ResponseReturnValue:
    return PostCommentController().index(post_id)


@bp.get("/posts/<int:post_id>/comments/<int:comment_id>")
def show(post_id: int, comment_id: int) -> ResponseReturnValue:
    return PostCommentController().show(post_id, comment_id)


@bp.get("/posts/<int:post_id>/comments/create")
def create(post_id: int) -> ResponseReturnValue:
    return PostCommentController().create(post_id)


@bp.post("/posts/<int:post_id>/comments/create")
def store(post_id: int) -> ResponseReturnValue:
    return PostCommentController().store(post_id)


@bp.get("/posts/<int:post_id>/comments/<int:comment_id>/edit")
def edit(post_id: int, comment_id: int) -> ResponseReturnValue:
    return PostCommentController().edit(post_id, comment_id)


@bp.post("/posts/<int:post_id>/comments/<int:comment_id>/edit")
def update(post_id: int, comment_id: int) -> ResponseReturnValue:
    return PostCommentController().update(post_id, comment_id)


@bp.post("/posts/<int:post_id>/comments/<int:comment_id>/delete")
def destroy(post_id: int, comment_id: int) -> ResponseReturnValue:
    return PostCommentController().destroy(post_id, comment_id)
