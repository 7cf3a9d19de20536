from app.forms.task_form import TaskForm

__all__ = ["TaskForm"]
