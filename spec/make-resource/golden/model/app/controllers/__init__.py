from app.controllers.main_controller import MainController
from app.controllers.post_controller import PostController

__all__ = ["MainController", "PostController"]
