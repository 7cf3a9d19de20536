from app.routes.posts.comments.routes import bp

__all__ = ["bp"]
