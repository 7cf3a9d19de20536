from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.forms import ReplyForm
from app.links import first_url
from app.lists import RecordList
from app.models import Comment, Reply


class RecipeCommentReplyController:
    def index(self, recipe_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, recipe_id=recipe_id)
        )
        query = db.select(Reply).filter_by(comment_id=comment_id)
        replies = RecordList(
            query.order_by(Reply.id.desc()), sort=[Reply.id, Reply.created_at]
        )
        if replies.is_csv:
            return replies.csv()
        return render_template(
            "recipes/comments/replies/index.html", replies=replies, comment=comment
        )

    def show(
        self, recipe_id: int, comment_id: int, reply_id: int
    ) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, recipe_id=recipe_id)
        )
        reply = db.one_or_404(
            db.select(Reply).filter_by(id=reply_id, comment_id=comment_id)
        )
        return render_template(
            "recipes/comments/replies/show.html", comment=comment, reply=reply
        )

    def store(self, recipe_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, recipe_id=recipe_id)
        )
        form = ReplyForm().without("comment_id")
        reply = Reply(comment_id=comment_id)
        if not form.save(reply):
            return render_template(
                "recipes/comments/replies/create.html", form=form, comment=comment
            ), form.http_status
        flash("The reply has been created.", "success")
        return redirect(
            first_url(
                "recipes.comments.replies.show",
                "recipes.comments.replies.index",
                recipe_id=recipe_id,
                comment_id=comment_id,
                reply_id=reply.id,
            )
        )

    def destroy(
        self, recipe_id: int, comment_id: int, reply_id: int
    ) -> ResponseReturnValue:
        db.one_or_404(db.select(Comment).filter_by(id=comment_id, recipe_id=recipe_id))
        reply = db.one_or_404(
            db.select(Reply).filter_by(id=reply_id, comment_id=comment_id)
        )
        db.session.delete(reply)
        db.session.commit()
        flash("The reply has been deleted.", "success")
        return redirect(
            first_url(
                "recipes.comments.replies.index",
                recipe_id=recipe_id,
                comment_id=comment_id,
            )
        )
