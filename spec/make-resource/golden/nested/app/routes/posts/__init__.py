from app.routes.posts.comments import bp as comments_bp
from app.routes.posts.routes import bp

bp.register_blueprint(comments_bp)

__all__ = ["bp"]
