"""The links in the header of every page."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Flask, request, url_for

from app.links import is_endpoint


@dataclass(frozen=True)
class Link:
    text: str
    endpoint: str
    guard: str = ""  # who sees it: "users", "admin", or everybody


LINKS: list[Link] = [Link("Admin posts", "admin.posts.index")]


def navigation() -> Iterator[tuple[Link, str, str | None]]:
    """The links whose endpoints exist, with their URLs and values for `aria-current`."""
    path = request.script_root + request.path
    for link in LINKS:
        if is_endpoint(link.endpoint):
            url = url_for(link.endpoint)
            below = "true" if path.startswith(f"{url}/") else None
            yield link, url, "page" if path == url else below


def init_app(app: Flask) -> None:
    app.jinja_env.globals["navigation"] = navigation
