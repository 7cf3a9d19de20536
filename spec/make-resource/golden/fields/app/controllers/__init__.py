from app.controllers.main_controller import MainController
from app.controllers.task_controller import TaskController

__all__ = ["MainController", "TaskController"]
