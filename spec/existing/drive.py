"""Uses the resource `notes` of an application as a browser would, and prints what it sees."""

import importlib
import json
import os
import re
import sys
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError


@contextmanager
def faster(session):
    """Another request saves the same record just before the next one does."""
    commit = session.commit

    def lose(self):
        session.commit = commit
        [mine] = self.new
        names = [each.key for each in mine.__mapper__.column_attrs if each.key != "id"]
        values = {name: getattr(mine, name) for name in names}
        self.rollback()
        self.add(type(mine)(**values))
        self.commit()
        raise IntegrityError("", {}, Exception())

    session.commit = lose
    yield


@contextmanager
def gone(session):
    """Another request deletes the record that the next one changes or deletes, just before it does."""
    commit = session.commit

    def lose(self):
        session.commit = commit
        [mine] = [*self.dirty, *self.deleted]
        key, table = mine.id, mine.__table__
        self.rollback()
        with self.get_bind().begin() as connection:
            connection.execute(table.delete().where(table.c.id == key))
        raise StaleDataError()

    session.commit = lose
    yield


@contextmanager
def gone_after(session):
    """Another request deletes the record that the next one changes, just after it does."""
    commit = session.commit

    def lose(self):
        session.commit = commit
        [mine] = self.dirty
        key, table = mine.id, mine.__table__
        self.commit()
        with self.get_bind().begin() as connection:
            connection.execute(table.delete().where(table.c.id == key))

    session.commit = lose
    yield


@contextmanager
def taken(session, table):
    """Another request takes the readers away from the record that the next one changes, just before it does."""
    commit = session.commit

    def lose(self):
        session.commit = commit
        self.connection().execute(table.delete())
        self.commit()

    session.commit = lose
    yield


def drive(root, application, database):
    os.chdir(root)
    sys.path.insert(0, root)
    app = importlib.import_module(application).create_app()
    db = importlib.import_module(database).db
    mapper = next(each for each in db.Model.registry.mappers if each.class_.__name__ == "User")
    seen = []
    with app.app_context():
        db.create_all()
        db.session.add_all([mapper.class_(username=name) for name in ("ada", "bob", "cyd")])
        db.session.commit()
        client = app.test_client()

        def post(path, **values):
            page = client.get(path if "delete" not in path else path.replace("/delete", ""))
            token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page.text)[1]
            return client.post(path, data={**values, "csrf_token": token})

        def see(answer, *words):
            found = [each for each in words if each in answer.text]
            seen.append([answer.status_code, answer.location, *found])

        note = {"title": "First", "author_id": "1", "status": "published", "price": "1.50"}
        see(client.get("/notes"), "There are no notes yet.", "/notes/create")
        see(post("/notes/create"), "This field is required.")
        see(post("/notes/create", **note))
        see(client.get("/notes/1"), "<h1>First</h1>", "ada", "1.50", "has been created", "None")
        see(post("/notes/create", **note), "This title is already taken.")
        see(post("/notes/create", **{**note, "price": "1" + "0" * 9}), "Number must be between")
        for count in range(20):
            post("/notes/create", **{**note, "title": f"Note {count}"})
        see(client.get("/notes?page=2"), "Page 2 of 2", ">First</a>", "Note 0")
        see(client.get("/notes?page=9223372036854775807"))
        with faster(Session):
            see(post("/notes/create", **{**note, "title": "Race"}), "is already taken.")
        see(post("/notes/1/edit", **{**note, "title": "Changed", "on": "2026-11-22"}))
        see(client.get("/notes/1"), "<h1>Changed</h1>", "2026-11-22")
        with gone(Session):
            see(post("/notes/4/edit", **{**note, "title": "Late"}))
        with gone(Session):
            see(post("/notes/5/delete"))
        see(client.post("/notes/1/delete"))
        see(post("/notes/1/delete"))
        see(client.get("/notes/1"))
        with gone_after(Session):
            see(post("/notes/2/edit", **{**note, "title": "Late"}))
        see(client.get("/notes/2"))
        see(client.get("/"))
        chosen = {**note, "title": "Read"}
        see(post("/notes/3/edit", **chosen, readers=["2", "3"]))
        see(client.get("/notes/3"), "bob, cyd")
        see(client.get("/notes/3/edit"), '<option selected value="2">bob')
        for forged in ("99", "x", "9" * 30):
            see(post("/notes/3/edit", **chosen, readers=["1", forged]), "valid choice", "Invalid choice")
        [table] = [each for name, each in db.metadata.tables.items() if name.endswith("_readers")]
        with taken(Session, table):
            see(post("/notes/3/edit", **chosen, readers=["1"]), "Please try again.")
        see(client.get("/notes/3"), "bob", "cyd")
        see(post("/notes/3/edit", **chosen))
        see(client.get("/notes/3"), "bob", "cyd")
    return seen


print(json.dumps(drive(*sys.argv[1:])))
