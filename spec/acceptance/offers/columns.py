import enum

from app.extensions import db
from app.models.types import UtcDateTime, utc_now


class Status(enum.Enum):
    DRAFT = "draft"
    PUBLISHED = "published"


class Offer(db.Model):
    __tablename__ = "offers"

    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(120), unique=True, nullable=False)
    slug = db.Column(db.String(60), unique=True, index=True)
    body = db.Column(db.Text, nullable=False)
    summary = db.Column(db.Text)
    motto = db.Column(db.String(20), nullable=False, default="")
    views = db.Column(db.Integer, nullable=False, default=0)
    stock = db.Column(db.SmallInteger)
    total = db.Column(db.BigInteger)
    price = db.Column(db.Numeric(10, 2))
    exact = db.Column(db.Numeric)
    rate = db.Column(db.Numeric(8, 4), nullable=False, default=0.5)
    weight = db.Column(db.Float)
    featured = db.Column(db.Boolean, nullable=False, default=True)
    published_on = db.Column(db.Date)
    due_on = db.Column(db.Date, nullable=False)
    embargo = db.Column(UtcDateTime)
    starts_at = db.Column(db.DateTime)
    opens = db.Column(db.Time)
    status = db.Column(
        db.Enum(Status, native_enum=False, length=20),
        nullable=False,
        default=Status.DRAFT,
    )
    mood = db.Column(db.Enum("good", "bad", name="mood"))
    user_id = db.Column(db.Integer, db.ForeignKey("users.id"), nullable=False)
    editor_id = db.Column(db.Integer, db.ForeignKey("users.id"))
    extra = db.Column(db.LargeBinary)
    created_at = db.Column(UtcDateTime, nullable=False, default=utc_now)
    updated_at = db.Column(
        UtcDateTime, nullable=False, default=utc_now, onupdate=utc_now
    )
