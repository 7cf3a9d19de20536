import os


class Config:
    PUBLIC_URL = (
        os.environ.get("PUBLIC_URL")
        or f"http://127.0.0.1:{os.environ.get('PORT') or 5000}"
    )
    MAIL_FOLDER = "mail"
