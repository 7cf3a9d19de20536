from flask import render_template
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.lists import RecordList
from app.models import Post


class PostController:
    def index(self) -> ResponseReturnValue:
        posts = RecordList(
            db.select(Post).order_by(Post.id.desc()), sort=[Post.id, Post.created_at]
        )
        if posts.is_csv:
            return posts.csv()
        return render_template("posts/index.html", posts=posts)
