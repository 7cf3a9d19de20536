"""The document of the API, for programs and for people."""

from flask import Blueprint, Response, json, render_template
from flask.typing import ResponseReturnValue

from app.api.openapi import document

bp = Blueprint("docs", __name__)


@bp.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    return Response(
        json.dumps(document(), sort_keys=False), mimetype="application/json"
    )


@bp.get("/docs")
def show() -> ResponseReturnValue:
    return render_template("api/docs.html", document=document())
