from app.controllers.main_controller import MainController

__all__ = ["MainController"]
