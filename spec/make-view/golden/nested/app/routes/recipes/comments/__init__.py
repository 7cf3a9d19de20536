from app.routes.recipes.comments.replies import bp as replies_bp
from app.routes.recipes.comments.routes import bp

bp.register_blueprint(replies_bp)

__all__ = ["bp"]
