import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROUTES = `
from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue


@bp.get("/contact")
def contact() -> str:
    return render_template("mains/contact.html")


@bp.post("/contact")
def send() -> ResponseReturnValue:
    flash("Sent: " + request.form["text"])
    return redirect(url_for("mains.contact"))


@bp.get("/broken")
def broken() -> str:
    raise ValueError("a secret of the inside")
`;

const TEMPLATE = `{% extends "layouts/base.html" %}
{% block content %}
<h1>Contact</h1>
<form method="post">
  <input type="hidden" name="csrf_token" value="{{ csrf_token() }}">
  <label>Text <input class="input" name="text"></label>
  <button class="button">Send</button>
</form>
{% endblock %}
`;

/** Adds two pages by hand, as an owner would: `/contact` has a form, `/broken` fails. */
export function addFormPage(root: string): void {
  appendFileSync(join(root, 'app/routes/mains/routes.py'), ROUTES);
  writeFileSync(join(root, 'app/templates/mains/contact.html'), TEMPLATE);
}
