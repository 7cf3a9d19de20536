from app.routes.tasks.routes import bp

__all__ = ["bp"]
