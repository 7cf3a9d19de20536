from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.controllers import RecipeCommentReplyController

bp = Blueprint("replies", __name__)


@bp.get("/recipes/<int:recipe_id>/comments/<int:comment_id>/replies")
def index(recipe_id: int, comment_id: int) -> ResponseReturnValue:
    return RecipeCommentReplyController().index(recipe_id, comment_id)


@bp.get("/recipes/<int:recipe_id>/comments/<int:comment_id>/replies/<int:reply_id>")
def show(recipe_id: int, comment_id: int, reply_id: int) -> ResponseReturnValue:
    return RecipeCommentReplyController().show(recipe_id, comment_id, reply_id)


@bp.post("/recipes/<int:recipe_id>/comments/<int:comment_id>/replies/create")
def store(recipe_id: int, comment_id: int) -> ResponseReturnValue:
    return RecipeCommentReplyController().store(recipe_id, comment_id)


@bp.post(
    "/recipes/<int:recipe_id>/comments/<int:comment_id>/replies/<int:reply_id>/delete"
)
def destroy(recipe_id: int, comment_id: int, reply_id: int) -> ResponseReturnValue:
    return RecipeCommentReplyController().destroy(recipe_id, comment_id, reply_id)
