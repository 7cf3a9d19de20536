from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.forms import CommentForm
from app.lists import RecordList
from app.models import Comment, Post


class PostCommentController:
    def index(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        query = db.select(Comment).filter_by(post_id=post_id)
        comments = RecordList(
            query.order_by(Comment.id.desc()),
            search=[Comment.text],
            sort=[Comment.text],
        )
        if comments.is_csv:
            return comments.csv()
        return render_template(
            "posts/comments/index.html", comments=comments, post=post
        )

    def show(self, post_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, post_id=post_id)
        )
        return render_template("posts/comments/show.html", comment=comment)

    def create(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        return render_template(
            "posts/comments/create.html",
            form=CommentForm().without("post_id"),
            post=post,
        )

    def store(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        form = CommentForm().without("post_id")
        comment = Comment(post_id=post_id)
        if not form.save(comment):
            return render_template(
                "posts/comments/create.html", form=form, post=post
            ), form.http_status
        flash("The comment has been created.", "success")
        return redirect(url_for("posts.show", post_id=post_id, _anchor="comments"))

    def edit(self, post_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, post_id=post_id)
        )
        form = CommentForm(obj=comment).without("post_id")
        return render_template("posts/comments/edit.html", form=form, comment=comment)

    def update(self, post_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, post_id=post_id)
        )
        form = CommentForm(obj=comment).without("post_id")
        if not form.save(comment):
            return render_template(
                "posts/comments/edit.html", form=form, comment=comment
            ), form.http_status
        flash("The comment has been updated.", "success")
        return redirect(url_for("posts.show", post_id=post_id, _anchor="comments"))

    def destroy(self, post_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, post_id=post_id)
        )
        db.session.delete(comment)
        db.session.commit()
        flash("The comment has been deleted.", "success")
        return redirect(url_for("posts.comments.index", post_id=post_id))
