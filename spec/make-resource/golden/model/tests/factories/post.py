from decimal import Decimal
from itertools import count
from typing import Any

from app.extensions import db
from app.models.post import Post
from tests.factories.user import make_user

numbers = count(1)


def make_post(**values: Any) -> Post:
    """Save a new post with these values."""
    number = next(numbers)
    defaults = {
        "title": f"Title {number}",
        "price": Decimal("9.90"),
        "author_id": values.get("author_id") or make_user().id,
    }
    post = Post(**defaults | values)
    db.session.add(post)
    db.session.commit()
    return post
