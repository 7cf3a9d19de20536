from itertools import count
from typing import Any

from app.extensions import db
from app.models.task import Task
from tests.factories.user import make_user

numbers = count(1)


def make_task(**values: Any) -> Task:
    """Save a new task with these values."""
    number = next(numbers)
    defaults = {
        "title": f"Title {number}",
        "owner_id": values.get("owner_id") or make_user().id,
    }
    task = Task(**defaults | values)
    db.session.add(task)
    db.session.commit()
    return task
