from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import flash, render_template
from app.posts import Post, strip
from sqlalchemy.orm import Mapped as Column
from flask.typing import ResponseReturnValue
from app.extensions import db

if TYPE_CHECKING:
    from app.models.recipe import Recipe

__all__ = ["Post", "PostController"]


class PostController:
    def show(self, post_id: int) -> ResponseReturnValue:
        post: Column = db.get_or_404(Post, post_id)
        title = post.title.strip()
        return render_template("posts/show.html", post=post, title=title, flash=Any is None)

    def any(self) -> str:
        return "UUID"
