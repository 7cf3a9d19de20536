from wtforms import StringField
from wtforms.validators import DataRequired, Length

from app.forms.base import ModelForm, strip


class CommentForm(ModelForm):
    text = StringField(filters=[strip], validators=[DataRequired(), Length(max=500)])
