from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.extensions import db
from app.models import Task
from tests.factories.task import make_task
from tests.factories.user import make_user


@pytest.fixture
def task_id(app: Flask) -> int:
    with app.app_context():
        return make_task().id


@pytest.fixture
def data(app: Flask) -> dict[str, Any]:
    """What a browser sends."""
    with app.app_context():
        return {
            "title": "New title",
            "done": "y",
            "due": "2025-11-21",
            "status": "closed",
            "owner_id": make_user().id,
        }


def test_list(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        make_task(title="First one")
        make_task(title="Second one")
    page = client.get("/tasks")
    assert "First one" in page.text
    assert "Second one" in page.text


def test_page(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        saved = make_task(title="First one")
        task_id = saved.id
    page = client.get(f"/tasks/{task_id}")
    assert "First one" in page.text


def test_tasks_on_page(app: Flask, client: FlaskClient, task_id: int) -> None:
    with app.app_context():
        make_task(title="First one", parent_id=task_id)
        make_task(title="Second one")
    page = client.get(f"/tasks/{task_id}")
    assert "First one" in page.text
    assert "Second one" not in page.text


def test_new(client: FlaskClient) -> None:
    page = client.get("/tasks/create")
    assert "New task" in page.text
    assert 'name="title"' in page.text


def test_create(app: Flask, client: FlaskClient, data: dict[str, Any]) -> None:
    page = client.post("/tasks/create", data=data, follow_redirects=True)
    assert "The task has been created." in page.text
    with app.app_context():
        saved = db.session.scalars(db.select(Task)).one()
        assert saved.title == "New title"


def test_create_with_invalid_input(
    app: Flask, client: FlaskClient, data: dict[str, Any]
) -> None:
    page = client.post("/tasks/create", data=data | {"title": ""})
    assert page.status_code == 422
    assert "There is a problem" in page.text
    with app.app_context():
        saved = db.session.scalars(db.select(Task)).all()
        assert saved == []


def test_edit(
    app: Flask, client: FlaskClient, data: dict[str, Any], task_id: int
) -> None:
    page = client.get(f"/tasks/{task_id}/edit")
    assert "Edit task" in page.text
    page = client.post(f"/tasks/{task_id}/edit", data=data, follow_redirects=True)
    assert "The task has been updated." in page.text
    with app.app_context():
        saved = db.session.get_one(Task, task_id)
        assert saved.title == "New title"


def test_edit_with_invalid_input(
    client: FlaskClient, data: dict[str, Any], task_id: int
) -> None:
    page = client.post(f"/tasks/{task_id}/edit", data=data | {"title": ""})
    assert page.status_code == 422
    assert "There is a problem" in page.text


def test_delete(app: Flask, client: FlaskClient, task_id: int) -> None:
    page = client.post(f"/tasks/{task_id}/delete", follow_redirects=True)
    assert "The task has been deleted." in page.text
    with app.app_context():
        assert db.session.get(Task, task_id) is None


def test_missing(client: FlaskClient) -> None:
    url = "/tasks/0"
    assert client.get(url).status_code == 404
    assert client.get(f"{url}/edit").status_code == 404
    assert client.post(f"{url}/edit").status_code == 404
    assert client.post(f"{url}/delete").status_code == 404
