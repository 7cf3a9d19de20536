"""The real address of visitors behind a reverse proxy."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

Address = IPv4Address | IPv6Address
WITH_PORT = re.compile(r"(?:([\d.]+)|\[(.+)\])(?::\d+)?")
"""How some proxies write addresses: `203.0.113.7:5000`, `[2001:db8::1]:443`."""


class TrustedProxies:
    """Trusts `X-Forwarded-For` and `-Proto` of these addresses and networks only; of all, if one is `*`."""

    def __init__(self, app: Any, names: Iterable[str]) -> None:
        self.app = app
        # It reads the list of addresses by other rules: a quote hides what follows.
        self.behind_proxy = ProxyFix(app, x_for=0)
        self.is_any = "*" in names
        self.networks = [ip_network(name) for name in names if name != "*"]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        client = address_of(environ.get("REMOTE_ADDR", ""))
        if not self.is_any and not self.is_trusted(client):
            return self.app(environ, start_response)
        if visitor := self.visitor(environ.get("HTTP_X_FORWARDED_FOR", "")):
            environ["REMOTE_ADDR"] = str(visitor)
        return self.behind_proxy(environ, start_response)

    def visitor(self, forwarded: str) -> Address | None:
        """The last address that a proxy has appended: each appends that of its client."""
        found = None
        for text in reversed(forwarded.split(",")):
            address = address_of(text)
            found = address or found
            if self.is_any or not self.is_trusted(address):
                break
        return found

    def is_trusted(self, address: Address | None) -> bool:
        return any(address in network for network in self.networks if address)


def address_of(text: str) -> Address | None:
    """An address without its port; None if this is none."""
    match = WITH_PORT.fullmatch(text := text.strip())
    try:
        address = ip_address((match[1] or match[2]) if match else text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def init_app(app: Flask) -> None:
    if names := app.config["TRUSTED_PROXIES"]:
        app.wsgi_app = TrustedProxies(app.wsgi_app, names)  # type: ignore[method-assign]
