import enum
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import CHAR, JSON, Dialect, Interval, String
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, UUID
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import TypeDecorator, TypeEngine

from app.extensions import db
from app.models.types import UtcDateTime


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Span(TypeDecorator[timedelta]):
    impl = Interval
    cache_ok = True


class Document(TypeDecorator[Any]):
    impl = JSON().with_variant(JSONB(), "postgresql")
    cache_ok = True


class Tags(TypeDecorator[list[str]]):
    impl = JSON().with_variant(ARRAY(String(20)), "postgresql")
    cache_ok = True


class OwnDocument(TypeDecorator[Any]):
    impl = JSONB
    cache_ok = True


class OwnTags(TypeDecorator[list[str]]):
    impl = ARRAY(String(20))
    cache_ok = True


class Code(TypeDecorator[str]):
    """Another type on each database."""

    impl = CHAR
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        own = UUID() if dialect.name == "postgresql" else CHAR(32)
        return dialect.type_descriptor(own)


class Thing(db.Model):
    __tablename__ = "things"

    id: Mapped[int] = mapped_column(primary_key=True)
    interval: Mapped[timedelta]
    span: Mapped[timedelta] = mapped_column(Span)
    moment: Mapped[datetime] = mapped_column(UtcDateTime)
    document: Mapped[Any] = mapped_column(Document)
    tags: Mapped[list[str]] = mapped_column(Tags)
    code: Mapped[str] = mapped_column(Code)
    colour: Mapped[Colour]
    # own_document: Mapped[Any] = mapped_column(OwnDocument)
    # own_tags: Mapped[list[str]] = mapped_column(OwnTags)
