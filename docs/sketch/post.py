import enum
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING

from sqlalchemy import Enum, ForeignKey, Numeric, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.extensions import db
from app.models.types import UtcDateTime, utc_now

if TYPE_CHECKING:
    from app.models.comment import Comment


class Status(enum.Enum):
    DRAFT = "draft"
    IN_REVIEW = "in_review"
    PUBLISHED = "published"


class Post(db.Model):
    __tablename__ = "posts"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(120))
    slug: Mapped[str] = mapped_column(String(60), unique=True)
    status: Mapped[Status] = mapped_column(
        Enum(Status, native_enum=False), default=Status.DRAFT
    )
    is_public: Mapped[bool] = mapped_column(default=False)
    price: Mapped[Decimal | None] = mapped_column(Numeric(10, 2))
    views: Mapped[int | None]
    weight: Mapped[float | None]
    published_on: Mapped[date | None]
    starts_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    opens_at: Mapped[time | None]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    reviewer_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    body: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[datetime] = mapped_column(
        UtcDateTime, default=utc_now, onupdate=utc_now
    )

    comments: Mapped[list["Comment"]] = relationship(
        back_populates="post", cascade="all, delete-orphan", passive_deletes=True
    )
