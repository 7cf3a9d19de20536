from app.forms.post_form import PostForm

__all__ = ["PostForm"]
