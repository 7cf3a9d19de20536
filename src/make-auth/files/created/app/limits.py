"""How often somebody may send a form."""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from flask import request

from app.auth import load_user
from app.emails import normalize_email
from app.extensions import limiter

TOO_MANY = "You have tried too often. Wait a while, go back and try again."


def limit_posts(rate: str, key: Callable[[], str], message: str = TOO_MANY) -> Any:
    """Limit POSTs for each value of the key, then answer 429: a decorator below the route."""
    return limiter.limit(rate, key_func=key, methods=["POST"], error_message=message)


def by_address() -> str:
    """The visitor's address; for IPv6 the network, since each visitor has many addresses."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "address unknown"  # as on a Unix socket, where no proxy is trusted
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return f"address {ip_network((address, 64), strict=False)}"
    return f"address {address}"


def by_account() -> str:
    """The account that somebody signs in to, whether it exists or not."""
    return f"account {normalize_email(request.form.get('email', ''))[:254]}"


def by_user() -> str:
    """The user who is signed in."""
    user = load_user()
    return f"user {user.id if user else None}"
