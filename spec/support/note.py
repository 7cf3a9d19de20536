import enum
from datetime import date, datetime, time
from decimal import Decimal

from sqlalchemy import ForeignKey, Numeric, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.models.types import UtcDateTime, utc_now


class Mood(enum.Enum):
    GOOD = "good"
    BAD = "bad"


class Note(db.Model):
    __tablename__ = "notes"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(80))
    subtitle: Mapped[str | None] = mapped_column(String(80))
    body: Mapped[str] = mapped_column(Text)
    is_read: Mapped[bool | None]
    price: Mapped[Decimal | None] = mapped_column(Numeric(10, 2))
    day: Mapped[date | None]
    at: Mapped[time | None]
    moment: Mapped[datetime | None] = mapped_column(UtcDateTime)
    mood: Mapped[Mood | None]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    updated_at: Mapped[datetime] = mapped_column(
        UtcDateTime, default=utc_now, onupdate=utc_now
    )
