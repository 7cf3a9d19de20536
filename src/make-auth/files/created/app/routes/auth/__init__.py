from app.routes.auth.routes import bp

__all__ = ["bp"]
