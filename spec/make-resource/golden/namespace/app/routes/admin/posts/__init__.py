from app.routes.admin.posts.routes import bp

__all__ = ["bp"]
