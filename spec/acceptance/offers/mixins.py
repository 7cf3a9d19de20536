"""What is on offer."""

from __future__ import annotations

import datetime as dt
import enum
from decimal import Decimal
from typing import Annotated, Optional

import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from app.extensions import db
from app.models.types import UtcDateTime, utc_now

# How long a line is.
LINE = 120
Line = Annotated[str, mapped_column(sa.String(LINE))]


class Status(enum.StrEnum):
    DRAFT = "draft"  # nobody sees it
    PUBLISHED = "published"


class Timestamps:
    created_at: Mapped[dt.datetime] = mapped_column(UtcDateTime, default=utc_now)
    updated_at: Mapped[dt.datetime] = mapped_column(
        UtcDateTime, default=utc_now, onupdate=utc_now
    )


class Owned:
    @declared_attr
    def user_id(cls) -> Mapped[int]:
        return mapped_column(sa.ForeignKey("users.id"))

    @declared_attr
    def editor_id(cls) -> Mapped[int | None]:
        return mapped_column(sa.ForeignKey("users.id"))


class Offer(Timestamps, Owned, db.Model):
    """An offer."""

    __tablename__ = "offers"

    id: Mapped[int] = mapped_column(primary_key=True)
    # title: Mapped[int]
    title: Mapped[Line] = mapped_column(unique=True)  # as on the page
    slug: Mapped[Optional[str]] = mapped_column(  # noqa: UP045
        sa.String(60), unique=True, index=True
    )
    body: Mapped[str] = orm.deferred(mapped_column(sa.Text))
    summary: Mapped[str | None] = mapped_column(sa.Text)
    motto: Mapped[str] = mapped_column(sa.String(20), default="")
    views: Mapped[int] = mapped_column(default=0)
    stock: Mapped[int | None] = mapped_column(sa.SmallInteger)
    total: Mapped[int | None] = mapped_column("grand_total", sa.BigInteger)
    price: Mapped[Decimal | None] = mapped_column(sa.Numeric(10, 2))
    exact: Mapped[Decimal | None]
    rate: Mapped[Decimal] = mapped_column(sa.Numeric(8, 4), default=Decimal("0.5"))
    weight: Mapped[float | None]
    featured: Mapped[bool] = mapped_column(default=True)
    published_on: Mapped[dt.date | None]
    due_on: Mapped[dt.date]
    embargo: Mapped[dt.datetime | None] = mapped_column(UtcDateTime)
    starts_at: Mapped[dt.datetime | None]
    opens: Mapped[dt.time | None]
    status: Mapped[Status] = mapped_column(
        sa.Enum(Status, native_enum=False, length=20), default=Status.DRAFT
    )
    mood: Mapped[str | None] = mapped_column(sa.Enum("good", "bad", name="mood"))
    extra: Mapped[bytes | None] = mapped_column(sa.LargeBinary)

    @property
    def is_new(self) -> bool:
        return self.views == 0
