from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue

from app.extensions import db
from app.forms import PostForm
from app.links import first_url
from app.lists import RecordList
from app.models import Post, User


class PostController:
    def index(self) -> ResponseReturnValue:
        posts = RecordList(
            db.select(Post).order_by(Post.id.desc()),
            search=[Post.title],
            sort=[Post.title, Post.status, Post.price, Post.user_id, Post.created_at],
            filters=[Post.status, Post.user_id],
            labels={Post.user_id: User.name},
        )
        if posts.is_csv:
            return posts.csv()
        return render_template("posts/index.html", posts=posts)

    def show(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        return render_template("posts/show.html", post=post)

    def create(self) -> ResponseReturnValue:
        return render_template("posts/create.html", form=PostForm())

    def store(self) -> ResponseReturnValue:
        form = PostForm()
        post = Post()
        if not form.save(post):
            return render_template("posts/create.html", form=form), form.http_status
        flash("The post has been created.", "success")
        return redirect(first_url("posts.show", "posts.index", post_id=post.id))

    def edit(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        form = PostForm(obj=post)
        return render_template("posts/edit.html", form=form, post=post)

    def update(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        form = PostForm(obj=post)
        if not form.save(post):
            return render_template(
                "posts/edit.html", form=form, post=post
            ), form.http_status
        flash("The post has been updated.", "success")
        return redirect(first_url("posts.show", "posts.index", post_id=post.id))

    def destroy(self, post_id: int) -> ResponseReturnValue:
        post = db.get_or_404(Post, post_id)
        db.session.delete(post)
        db.session.commit()
        flash("The post has been deleted.", "success")
        return redirect(first_url("posts.index"))
