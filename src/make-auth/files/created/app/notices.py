"""Mails about changes of an account, for users who did not make them."""

from app.emails import public_url, send_mail


def mail_new_address(recipient: str, email: str) -> None:
    """Tell the former address."""
    subject = "Your e-mail address has been changed"
    send_mail(recipient, subject, "email_changed", email=email)


def mail_new_password(recipient: str) -> None:
    subject = "Your password has been changed"
    link = public_url("auth.forgot_password")
    send_mail(recipient, subject, "password_changed", link=link)
