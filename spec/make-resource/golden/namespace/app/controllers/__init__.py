from app.controllers.admin_post_controller import AdminPostController
from app.controllers.main_controller import MainController

__all__ = ["AdminPostController", "MainController"]
