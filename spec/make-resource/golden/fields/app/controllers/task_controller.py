from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.forms import TaskForm
from app.lists import RecordList
from app.models import Task, User


class TaskController:
    def index(self) -> ResponseReturnValue:
        tasks = RecordList(
            db.select(Task).order_by(Task.id.desc()),
            search=[Task.title],
            sort=[
                Task.title,
                Task.done,
                Task.due,
                Task.status,
                Task.owner_id,
                Task.parent_id,
            ],
            filters=[Task.done, Task.status, Task.owner_id, Task.parent_id],
            labels={Task.owner_id: User.name, Task.parent_id: Task.title},
        )
        if tasks.is_csv:
            return tasks.csv()
        return render_template("tasks/index.html", tasks=tasks)

    def show(self, task_id: int) -> ResponseReturnValue:
        task = db.get_or_404(Task, task_id)
        return render_template("tasks/show.html", task=task)

    def create(self) -> ResponseReturnValue:
        return render_template("tasks/create.html", form=TaskForm())

    def store(self) -> ResponseReturnValue:
        form = TaskForm()
        task = Task()
        if not form.save(task):
            return render_template("tasks/create.html", form=form), form.http_status
        flash("The task has been created.", "success")
        return redirect(url_for("tasks.show", task_id=task.id))

    def edit(self, task_id: int) -> ResponseReturnValue:
        task = db.get_or_404(Task, task_id)
        form = TaskForm(obj=task)
        return render_template("tasks/edit.html", form=form, task=task)

    def update(self, task_id: int) -> ResponseReturnValue:
        task = db.get_or_404(Task, task_id)
        form = TaskForm(obj=task)
        if not form.save(task):
            return render_template(
                "tasks/edit.html", form=form, task=task
            ), form.http_status
        flash("The task has been updated.", "success")
        return redirect(url_for("tasks.show", task_id=task.id))

    def destroy(self, task_id: int) -> ResponseReturnValue:
        task = db.get_or_404(Task, task_id)
        db.session.delete(task)
        db.session.commit()
        flash("The task has been deleted.", "success")
        return redirect(url_for("tasks.index"))
