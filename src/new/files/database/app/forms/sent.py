"""What browsers send of a form."""

from typing import Any

from flask import abort, request
from werkzeug.datastructures import CombinedMultiDict, MultiDict
from wtforms import FileField

# How browsers send forms; a form without fields has an empty type.
FORM_TYPES = {"", "application/x-www-form-urlencoded", "multipart/form-data"}


def sent_to(form: Any) -> CombinedMultiDict[str, Any]:
    """The text of a request, and the files of fields that accept files."""
    if request.mimetype not in FORM_TYPES:
        abort(415)
    for name in request.files:
        if name in form and not isinstance(form[name], FileField):
            abort(400, f"{name} must be text, not a file.")
    sent = request.form.items(multi=True)
    texts = MultiDict((name, with_line_feeds(text)) for name, text in sent)
    return CombinedMultiDict([request.files, texts])


def with_line_feeds(text: str) -> str:
    """Browsers send CR LF, whatever the page contained."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
