def show(self, post_id: int) -> ResponseReturnValue:
    post: Column = db.get_or_404(Post, post_id)
    title = post.title.strip()
    return render_template(
        "posts/show.html", post=post, title=title, flash=Any is None
    )
