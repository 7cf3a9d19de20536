from wtforms import (
    BooleanField,
    DateField,
    DecimalField,
    FloatField,
    IntegerField,
    StringField,
    TextAreaField,
    TimeField,
)
from wtforms.validators import DataRequired, InputRequired, Length, Optional

from app.forms.base import Bits, Digits, ModelForm, UtcDateTimeField, finite, strip
from app.forms.choices import ChoiceField, RowField
from app.models.post import Status
from app.models.user import User


class PostForm(ModelForm):
    title = StringField(filters=[strip], validators=[DataRequired(), Length(max=120)])
    slug = StringField(filters=[strip], validators=[DataRequired(), Length(max=60)])
    status = ChoiceField(
        values=Status, default=Status.DRAFT, validators=[InputRequired()]
    )
    is_public = BooleanField(default=False)
    price = DecimalField(validators=[Optional(), Digits(10, 2)])
    views = IntegerField(validators=[Optional(), Bits(32)])
    weight = FloatField(validators=[Optional(), finite])
    published_on = DateField(validators=[Optional()])
    starts_at = UtcDateTimeField("Starts at (UTC)", validators=[Optional()])
    opens_at = TimeField(format=["%H:%M:%S", "%H:%M"], validators=[Optional()])
    user_id = RowField(
        "User", key=User.id, label=User.name, validators=[InputRequired()]
    )
    reviewer_id = RowField("Reviewer", key=User.id, label=User.name)
    body = TextAreaField(filters=[strip])
