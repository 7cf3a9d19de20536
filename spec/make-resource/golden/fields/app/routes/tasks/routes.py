from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.controllers import TaskController

bp = Blueprint("tasks", __name__)


@bp.get("/tasks")
def index() -> ResponseReturnValue:
    return TaskController().index()


@bp.get("/tasks/<int:task_id>")
def show(task_id: int) -> ResponseReturnValue:
    return TaskController().show(task_id)


@bp.get("/tasks/create")
def create() -> ResponseReturnValue:
    return TaskController().create()


@bp.post("/tasks/create")
def store() -> ResponseReturnValue:
    return TaskController().store()


@bp.get("/tasks/<int:task_id>/edit")
def edit(task_id: int) -> ResponseReturnValue:
    return TaskController().edit(task_id)


@bp.post("/tasks/<int:task_id>/edit")
def update(task_id: int) -> ResponseReturnValue:
    return TaskController().update(task_id)


@bp.post("/tasks/<int:task_id>/delete")
def destroy(task_id: int) -> ResponseReturnValue:
    return TaskController().destroy(task_id)
