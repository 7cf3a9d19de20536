from itertools import count
from typing import Any

from app.extensions import db
from app.models.comment import Comment
from tests.factories.post import make_post

numbers = count(1)


def make_comment(**values: Any) -> Comment:
    """Save a new comment with these values."""
    number = next(numbers)
    defaults = {
        "text": f"Text {number}",
        "post_id": values.get("post_id") or make_post().id,
    }
    comment = Comment(**defaults | values)
    db.session.add(comment)
    db.session.commit()
    return comment
