from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.forms import CommentForm
from app.links import first_url
from app.lists import RecordList
from app.models import Comment, Recipe


class RecipeCommentController:
    def index(self, recipe_id: int) -> ResponseReturnValue:
        recipe = db.get_or_404(Recipe, recipe_id)
        query = db.select(Comment).filter_by(recipe_id=recipe_id)
        comments = RecordList(
            query.order_by(Comment.id.desc()), sort=[Comment.id, Comment.created_at]
        )
        if comments.is_csv:
            return comments.csv()
        return render_template(
            "recipes/comments/index.html", comments=comments, recipe=recipe
        )

    def edit(self, recipe_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, recipe_id=recipe_id)
        )
        form = CommentForm(obj=comment).without("recipe_id")
        return render_template("recipes/comments/edit.html", form=form, comment=comment)

    def update(self, recipe_id: int, comment_id: int) -> ResponseReturnValue:
        comment = db.one_or_404(
            db.select(Comment).filter_by(id=comment_id, recipe_id=recipe_id)
        )
        form = CommentForm(obj=comment).without("recipe_id")
        if not form.save(comment):
            return render_template(
                "recipes/comments/edit.html", form=form, comment=comment
            ), form.http_status
        flash("The comment has been updated.", "success")
        return redirect(
            first_url(
                "recipes.comments.show",
                "recipes.comments.index",
                recipe_id=recipe_id,
                comment_id=comment.id,
            )
        )
