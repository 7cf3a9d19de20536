from flask import render_template
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.models import Post


class PostController:
    def index(self) -> ResponseReturnValue:
        posts = db.paginate(db.select(Post).order_by(Post.id.desc()), per_page=20)
        return render_template("posts/index.html", posts=posts)

    def show(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        return render_template("posts/show.html", post=post)
