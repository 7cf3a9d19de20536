"""Error messages of forms."""

MESSAGES = {
    "Field cannot be longer than %(max)d character.": "This must have at most %(max)d character.",
    "Field cannot be longer than %(max)d characters.": "This must have at most %(max)d characters.",
    "Not a valid choice.": "This must be one of the choices.",
    "Not a valid date value.": "This must be a date.",
    "Not a valid datetime value.": "This must be a date and a time.",
    "Not a valid decimal value.": "This must be a number.",
    "Not a valid float value.": "This must be a number.",
    "Not a valid integer value.": "This must be a whole number.",
    "Not a valid time value.": "This must be a time of day.",
    "Number must be at least %(min)s.": "This must be at least %(min)s.",
    "Number must be at most %(max)s.": "This must be at most %(max)s.",
    "Number must be between %(min)s and %(max)s.": "This must be from %(min)s to %(max)s.",
    "This field is required.": "This must not be empty.",
}


class Messages:
    """WTForms' messages, in one style."""

    def gettext(self, text: str) -> str:
        return MESSAGES.get(text, text)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)
