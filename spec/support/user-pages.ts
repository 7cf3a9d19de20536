import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PYTHON } from './flask';
import { succeed } from './run';

const ROUTES = `
from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, DateField, SelectField, StringField, TextAreaField
from wtforms.validators import DataRequired

from app.extensions import db
from app.forms.base import ModelForm
from app.lists import RecordList
from app.models import User


class UserForm(ModelForm):
    name = StringField(validators=[DataRequired()], description="As on the passport.")
    email = StringField(validators=[DataRequired()])
    role = SelectField(choices=["Reader", "Author"])
    born_on = DateField()
    is_public = BooleanField()
    notes = TextAreaField()


@bp.get("/users")
def users() -> str:
    listing = RecordList(
        db.select(User).order_by(User.id),
        search=[User.name],
        sort=[User.name, User.email],
    )
    return render_template("mains/users.html", users=listing)


@bp.route("/users/create", methods=["GET", "POST"])
def create_user() -> ResponseReturnValue:
    form = UserForm()
    status = 200 if form.validate_on_submit() or not form.is_submitted() else 422
    return render_template("mains/create_user.html", form=form), status


@bp.post("/users/<int:user_id>/delete")
def delete_user(user_id: int) -> ResponseReturnValue:
    user = db.get_or_404(User, user_id)
    flash(f"Deleted: {user.name}")
    db.session.delete(user)
    db.session.commit()
    return redirect(url_for("mains.users"))
`;

const LIST = `{% extends "layouts/base.html" %}
{% from "macros/forms.html" import delete %}
{% from "macros/lists.html" import heading, pages, search %}

{% block title %}Users{% endblock %}

{% block content %}
  <div class="page-header"><h1>Users</h1></div>
  {{ search(users) }}
  {% if users.total %}
    <div class="records">
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {{ heading(users, "name", "Name") }}
            {{ heading(users, "email", "Email") }}
            <th role="columnheader" scope="col">Actions</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {% for user in users %}
            <tr role="row">
              <th role="rowheader" scope="row">{{ user.name }}</th>
              <td role="cell" data-label="Email">{{ user.email }}</td>
              <td role="cell">{{ delete(url_for("mains.delete_user", user_id=user.id), "Delete " ~ user.name) }}</td>
            </tr>
          {% endfor %}
        </tbody>
      </table>
    </div>
    {{ pages(users) }}
  {% else %}
    <p class="empty">No users match this search.</p>
  {% endif %}
{% endblock %}
`;

const FORM = `{% extends "layouts/base.html" %}
{% from "macros/forms.html" import fields %}

{% block title %}New user{% endblock %}

{% block content %}
  <h1>New user</h1>
  <form class="form" method="post" novalidate>
    {{ fields(form) }}
    <div class="actions">
      <button class="button">Create user</button>
      <a class="button-quiet" href="{{ url_for('mains.users') }}">Cancel</a>
    </div>
  </form>
{% endblock %}
`;

const ADD_USERS = `
from run import app
from app.extensions import db
from app.models import User
with app.app_context():
    db.session.add_all(User(name=f"User {n:02}", email=f"{99 - n}@example.com") for n in range(42))
    db.session.commit()
`;

/** Writes into an application what its owner would: a list of users at `/users`, 45 of them, and a form for one. */
export async function addUserPages(root: string): Promise<void> {
  appendFileSync(join(root, 'app/routes/mains/routes.py'), ROUTES);
  const pages = join(root, 'app/templates/mains');
  mkdirSync(pages, { recursive: true });
  writeFileSync(join(pages, 'users.html'), LIST);
  writeFileSync(join(pages, 'create_user.html'), FORM);
  await addUsers(root);
}

/** Adds 42 users to the three of an application. */
export async function addUsers(root: string): Promise<void> {
  await succeed(PYTHON, ['-c', ADD_USERS], { cwd: root });
}
