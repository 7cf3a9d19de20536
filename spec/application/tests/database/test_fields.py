import json

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from app.forms.base import ModelForm
from app.forms.fields import JsonField


class DataForm(ModelForm):
    data = JsonField()


def sent(app: Flask, text: str) -> DataForm:
    with app.test_request_context():
        form = DataForm(MultiDict({"data": text}))
        form.validate()
        return form


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50 + "]" * 50,
        '{"a":' * 49 + "[]" + "}" * 49,
        '["' + "[" * 99 + '"]',
        json.dumps(['"[', "[{" * 99 + "\\"]),
        "[" + "[]," * 99 + "[]]",
        "3",
    ],
)
def test_json_of_at_most_fifty_levels(app: Flask, text: str) -> None:
    form = sent(app, text)
    assert form.errors == {}
    assert form["data"].data is not None


@pytest.mark.parametrize(
    "text",
    [
        "[" * 51 + "]" * 51,
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "]" * 100_000 + "[" * 100_000,
        '"]" [' + "[" * 100_000,
        '"' + r"\"" * 100_000 + "[" * 100_000,
    ],
)
def test_json_that_is_too_deep_or_none(app: Flask, text: str) -> None:
    form = sent(app, text)
    assert form.errors["data"][0].startswith("This must ")
    assert form["data"].data is None
