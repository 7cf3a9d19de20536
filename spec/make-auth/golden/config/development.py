"""On a developer's machine."""

from config import default


class Config(default.Config):
    TEMPLATES_AUTO_RELOAD = True
    MAIL_FOLDER = "mail"
