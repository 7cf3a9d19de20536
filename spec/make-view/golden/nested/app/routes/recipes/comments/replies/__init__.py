from app.routes.recipes.comments.replies.routes import bp

__all__ = ["bp"]
