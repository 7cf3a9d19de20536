from app.controllers.main_controller import MainController
from app.controllers.recipe_comment_controller import RecipeCommentController
from app.controllers.recipe_comment_reply_controller import RecipeCommentReplyController

__all__ = ["MainController", "RecipeCommentController", "RecipeCommentReplyController"]
