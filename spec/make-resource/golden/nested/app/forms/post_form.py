from wtforms import DecimalField, StringField, TextAreaField
from wtforms.validators import DataRequired, InputRequired, Length

from app.forms.base import ModelForm, strip
from app.forms.fields import Digits, RowField
from app.models.user import User


class PostForm(ModelForm):
    title = StringField(filters=[strip], validators=[DataRequired(), Length(max=120)])
    body = TextAreaField(filters=[strip])
    price = DecimalField(validators=[InputRequired(), Digits(10, 2)])
    author_id = RowField(
        "Author", key=User.id, label=User.name, validators=[InputRequired()]
    )
    editor_id = RowField("Editor", key=User.id, label=User.name)
