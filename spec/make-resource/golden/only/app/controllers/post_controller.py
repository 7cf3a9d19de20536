from flask import render_template
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.lists import RecordList
from app.models import Post, User


class PostController:
    def index(self) -> ResponseReturnValue:
        posts = RecordList(
            db.select(Post).order_by(Post.id.desc()),
            search=[Post.title],
            sort=[
                Post.title,
                Post.price,
                Post.author_id,
                Post.editor_id,
                Post.created_at,
            ],
            filters=[Post.author_id, Post.editor_id],
            labels={Post.author_id: User.name, Post.editor_id: User.name},
        )
        if posts.is_csv:
            return posts.csv()
        return render_template("posts/index.html", posts=posts)

    def show(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        return render_template("posts/show.html", post=post)
