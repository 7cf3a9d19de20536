from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.controllers import AdminPostController

bp = Blueprint("posts", __name__)


@bp.get("/back-office/posts")
def index() -> ResponseReturnValue:
    return AdminPostController().index()


@bp.get("/back-office/posts/<int:post_id>")
def show(post_id: int) -> ResponseReturnValue:
    return AdminPostController().show(post_id)


@bp.get("/back-office/posts/create")
def create() -> ResponseReturnValue:
    return AdminPostController().create()


@bp.post("/back-office/posts/create")
def store() -> ResponseReturnValue:
    return AdminPostController().store()


@bp.get("/back-office/posts/<int:post_id>/edit")
def edit(post_id: int) -> ResponseReturnValue:
    return AdminPostController().edit(post_id)


@bp.post("/back-office/posts/<int:post_id>/edit")
def update(post_id: int) -> ResponseReturnValue:
    return AdminPostController().update(post_id)


@bp.post("/back-office/posts/<int:post_id>/delete")
def destroy(post_id: int) -> ResponseReturnValue:
    return AdminPostController().destroy(post_id)
