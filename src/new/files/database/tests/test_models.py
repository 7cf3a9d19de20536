from datetime import timedelta

import pytest
from flask import Flask
from flask_migrate import check, upgrade
from sqlalchemy.exc import IntegrityError

from app.extensions import db
from app.models import User


def emails(app: Flask) -> list[str]:
    with app.app_context():
        return list(db.session.scalars(db.select(User.email)))


def test_seed_twice(app: Flask) -> None:
    runner = app.test_cli_runner()
    assert runner.invoke(args=["seed"]).exit_code == 0
    seeded = emails(app)
    assert runner.invoke(args=["seed"]).exit_code == 0
    assert emails(app) == seeded != []


def test_an_email_belongs_to_one_user(app: Flask) -> None:
    with app.app_context():
        db.session.add_all(User(name=name, email="ada@example.com") for name in "ab")
        with pytest.raises(IntegrityError):
            db.session.commit()


def test_times_are_in_utc(app: Flask) -> None:
    with app.app_context():
        user = User(name="Ada", email="ada@example.com")
        db.session.add(user)
        db.session.commit()
        created, updated = user.created_at, user.updated_at
        assert created.utcoffset() == updated.utcoffset() == timedelta(0)
        user.name = "Ada Lovelace"
        db.session.commit()
        assert user.created_at == created
        assert user.updated_at > updated


def test_migrations_match_the_models(app: Flask) -> None:
    """If not: run `flask db migrate`, read the migration, and run `flask db upgrade`."""
    with app.app_context():
        db.drop_all()
        drop_versions = db.text("DROP TABLE IF EXISTS alembic_version")
        db.session.execute(drop_versions)
        db.session.commit()
        upgrade()
        check()
        db.session.execute(drop_versions)
        db.session.commit()
