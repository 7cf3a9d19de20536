"""Settings by environment. FLASK_CONFIG selects one; the default is production."""

import os
from pathlib import Path

from dotenv import load_dotenv
from flask.helpers import get_debug_flag

load_dotenv(Path(__file__).parent.parent / ".env")

ENVIRONMENTS = ("development", "testing", "production")


def settings(name: str | None = None) -> str:
    """The settings of this environment, for `app.config.from_object`."""
    name = name or os.environ.get("FLASK_CONFIG") or "production"
    if name not in ENVIRONMENTS:
        raise RuntimeError(
            f"FLASK_CONFIG is {name!r}, not one of {', '.join(ENVIRONMENTS)}."
        )
    if name == "production" and get_debug_flag():
        raise RuntimeError(
            "Debug mode is refused in production: leave out --debug and FLASK_DEBUG, "
            "or set FLASK_CONFIG=development."
        )
    return f"config.{name}.Config"
