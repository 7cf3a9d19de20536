from flask import render_template
from flask.typing import ResponseReturnValue

from app.forms.base import ModelForm


class AuthPages:
    """The base of the controllers that show forms of sign-in."""

    def page(self, name: str, form: ModelForm, **values: object) -> ResponseReturnValue:
        status = form.http_status if form.errors else 200
        return render_template(f"auth/{name}.html", form=form, **values), status
