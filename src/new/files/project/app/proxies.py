"""The real address of visitors behind a reverse proxy."""

from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from itertools import takewhile
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix


class TrustedProxies:
    """Trusts `X-Forwarded-For` and `X-Forwarded-Proto` from these addresses only.

    `names` are addresses and networks such as `10.0.0.0/8`, or `*`: whoever connects is a proxy.
    """

    def __init__(self, app: Any, names: Iterable[str]) -> None:
        self.app = app
        self.is_any = "*" in names
        self.networks = [ip_network(name) for name in names if name != "*"]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        hops = self.hops(environ)
        app = ProxyFix(self.app, x_for=hops) if hops else self.app
        return app(environ, start_response)

    def hops(self, environ: dict[str, Any]) -> int:
        """The number of proxies between the application and the visitor."""
        if self.is_any:
            return 1
        # Each proxy appends the address of its client.
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").split(",")
        chain = [environ.get("REMOTE_ADDR", ""), *reversed(forwarded)]
        trusted = takewhile(self.is_trusted, chain)
        return min(len(list(trusted)), len(forwarded))

    def is_trusted(self, text: str) -> bool:
        try:
            address = ip_address(text.strip())
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return any(address in network for network in self.networks)


def init_app(app: Flask) -> None:
    if names := app.config["TRUSTED_PROXIES"]:
        app.wsgi_app = TrustedProxies(app.wsgi_app, names)  # type: ignore[method-assign]
