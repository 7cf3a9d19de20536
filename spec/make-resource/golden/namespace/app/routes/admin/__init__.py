from app.routes.admin.posts import bp as posts_bp
from app.routes.admin.routes import bp

bp.register_blueprint(posts_bp)

__all__ = ["bp"]
