from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.controllers import RecipeCommentController

bp = Blueprint("comments", __name__)


@bp.get("/recipes/<int:recipe_id>/comments")
def index(recipe_id: int) -> ResponseReturnValue:
    return RecipeCommentController().index(recipe_id)


@bp.get("/recipes/<int:recipe_id>/comments/<int:comment_id>/edit")
def edit(recipe_id: int, comment_id: int) -> ResponseReturnValue:
    return RecipeCommentController().edit(recipe_id, comment_id)


@bp.post("/recipes/<int:recipe_id>/comments/<int:comment_id>/edit")
def update(recipe_id: int, comment_id: int) -> ResponseReturnValue:
    return RecipeCommentController().update(recipe_id, comment_id)
