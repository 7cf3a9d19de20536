from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_mail import Mail

limiter = Limiter(get_remote_address, in_memory_fallback_enabled=True)
mail = Mail()
