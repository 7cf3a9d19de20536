from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    LargeBinary,
    Numeric,
    SmallInteger,
    String,
    Text,
)
from sqlalchemy import Enum as EnumType
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.models.types import UtcDateTime, utc_now


class Status(Enum):
    DRAFT = "draft"
    PUBLISHED = "published"


class Offer(db.Model):
    __tablename__ = "offers"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(120), unique=True)
    slug: Mapped[str | None] = mapped_column(String(60), unique=True, index=True)
    body: Mapped[str] = mapped_column(Text)
    summary: Mapped[str | None] = mapped_column(Text)
    motto: Mapped[str] = mapped_column(String(20), default="")
    views: Mapped[int] = mapped_column(default=0)
    stock: Mapped[int | None] = mapped_column(SmallInteger)
    total: Mapped[int | None] = mapped_column(BigInteger)
    price: Mapped[Decimal | None] = mapped_column(Numeric(10, 2))
    exact: Mapped[Decimal | None]
    rate: Mapped[Decimal] = mapped_column(Numeric(8, 4), default=Decimal("0.5"))
    weight: Mapped[float | None]
    featured: Mapped[bool] = mapped_column(default=True)
    published_on: Mapped[date | None]
    due_on: Mapped[date]
    embargo: Mapped[datetime | None] = mapped_column(UtcDateTime)
    starts_at: Mapped[datetime | None]
    opens: Mapped[time | None]
    status: Mapped[Status] = mapped_column(
        EnumType(Status, native_enum=False, length=20), default=Status.DRAFT
    )
    mood: Mapped[str | None] = mapped_column(EnumType("good", "bad", name="mood"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    extra: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(
        UtcDateTime, default=utc_now, onupdate=utc_now
    )
