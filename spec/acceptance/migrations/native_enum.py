import enum

from sqlalchemy import Enum
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Size(enum.Enum):
    SMALL = 1
    LARGE = 2


class Thing(db.Model):
    __tablename__ = "things"

    id: Mapped[int] = mapped_column(primary_key=True)
    colour: Mapped[Colour] = mapped_column(Enum(Colour))
