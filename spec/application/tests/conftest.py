import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from app import create_app


@pytest.fixture
def application() -> Flask:
    """These tests change the application, so each has its own, but need not compile the templates again."""
    app = create_app("testing")
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache()
    return app
