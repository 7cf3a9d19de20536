from wtforms import BooleanField, DateField, StringField
from wtforms.validators import DataRequired, InputRequired, Length, Optional

from app.forms.base import ModelForm, strip
from app.forms.choices import ChoiceField
from app.forms.fields import RowField
from app.models.task import Task, TaskStatus
from app.models.user import User


class TaskForm(ModelForm):
    title = StringField(filters=[strip], validators=[DataRequired(), Length(max=120)])
    done = BooleanField(default=False)
    due = DateField(validators=[Optional()])
    status = ChoiceField(
        values=TaskStatus, default=TaskStatus.OPEN, validators=[InputRequired()]
    )
    owner_id = RowField(
        "Owner", key=User.id, label=User.name, validators=[InputRequired()]
    )
    parent_id = RowField("Parent", key=Task.id, label=Task.title)
