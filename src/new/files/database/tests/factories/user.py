from itertools import count
from typing import Any

from app.extensions import db
from app.models import User

numbers = count(1)


def make_user(**values: Any) -> User:
    """Save a new user with these values."""
    number = next(numbers)
    defaults = {
        "name": f"User {number}",
        "email": f"user{number}@example.com",
    }
    user = User(**defaults | values)
    db.session.add(user)
    db.session.commit()
    return user
