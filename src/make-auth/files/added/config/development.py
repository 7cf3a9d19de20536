class Config:
    MAIL_FOLDER = "mail"
