from collections.abc import Iterator
from typing import Any

from wtforms import BooleanField, PasswordField, StringField
from wtforms.validators import (
    DataRequired,
    InputRequired,
    Length,
    ValidationError,
)

from app.auth import current_user, find_user, set_password
from app.emails import normal_form, normalize_email
from app.forms.base import EmailField, ModelForm, refuse_nul, strip
from app.models import User
from app.passwords import LONGEST, SHORTEST, check_password, fault_of


def refuse_unknown_letters(_form: Any, field: EmailField) -> None:
    """Refuse a domain that has no form in ASCII: no mail can go there."""
    if not field.data.rpartition("@")[2].isascii():
        raise ValidationError("No mail can reach this domain.")


def email_field() -> EmailField:
    return EmailField(
        "E-mail address",
        [DataRequired(), Length(max=254), refuse_unknown_letters],
        [lambda text: normalize_email(text or "")],
        render_kw={"autocomplete": "username"},
    )


def name_field() -> StringField:
    return StringField(
        "Name",
        [DataRequired(), Length(max=120)],
        [strip],
        render_kw={"autocomplete": "name"},
    )


def current_password_field(label: str) -> PasswordField:
    return PasswordField(
        label, [InputRequired()], render_kw={"autocomplete": "current-password"}
    )


def new_password_field(label: str) -> PasswordField:
    message = f"This must have {SHORTEST} to {LONGEST:,} characters."
    return PasswordField(
        label,
        [InputRequired(), Length(SHORTEST, LONGEST, message), refuse_nul],
        [lambda text: normal_form(text or "")],
        description=f"At least {SHORTEST} characters. A few random words are easy to remember.",
        render_kw={"autocomplete": "new-password"},
    )


class SignInForm(ModelForm):
    email = email_field()
    password = current_password_field("Password")
    remember = BooleanField("Keep me signed in for 30 days")


class UserForm(ModelForm):
    """The attributes of a user that a form may set. It never sets others."""

    name = name_field()
    email = email_field()

    def validate_email(self, field: EmailField) -> None:
        user = find_user(field.data)
        if user and user != current_user:
            raise ValidationError("This is already taken.")

    def names_of(self, _model: type[Any]) -> Iterator[str]:
        yield from ("name", "email")


class SignUpForm(UserForm):
    password = new_password_field("Password")

    def validate_password(self, field: PasswordField) -> None:
        if fault := fault_of(field.data, self.name.data, self.email.data):
            raise ValidationError(fault)

    def populate_obj(self, obj: Any) -> None:
        super().populate_obj(obj)
        set_password(obj, self.password.data)


class ForgotPasswordForm(ModelForm):
    email = email_field()


class ResetPasswordForm(ModelForm):
    password = new_password_field("New password")

    def __init__(self, *args: Any, user: User | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user = user

    def validate_password(self, field: PasswordField) -> None:
        user = self.user
        if user and (fault := fault_of(field.data, user.name, user.email)):
            raise ValidationError(fault)


class ConfirmedForm(ModelForm):
    """Asks for the password again: somebody else may be using an open session."""

    current_password = current_password_field("Current password")

    def validate_current_password(self, field: PasswordField) -> None:
        if not check_password(current_user, field.data):
            raise ValidationError("This is not your password.")


class AccountForm(UserForm, ConfirmedForm):
    pass


class ChangePasswordForm(ConfirmedForm, ResetPasswordForm):
    pass
