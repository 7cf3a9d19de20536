"""Links between pages that may not all exist yet."""

from collections.abc import Iterator
from typing import Any

from flask import Flask, current_app, request, url_for
from werkzeug.routing import Rule


def is_endpoint(name: str, *parameters: str) -> bool:
    """Whether the application serves this endpoint, at a URL of these parameters.

    In a template: `"posts.index" is endpoint`, `"posts.show" is endpoint("post_id")`.
    """
    return any(needed_by(rule) <= set(parameters) for rule in rules_of(name))


def first_url(*endpoints: str, **values: Any) -> str:
    """The URL of the first endpoint that these values lead to, or else of the start page."""
    known = {name: value for name, value in values.items() if value is not None}
    for endpoint in endpoints:
        # What says most comes first: a page's number is not left out where a URL has a place for it.
        for needed in sorted(map(needed_by, rules_of(endpoint)), key=len, reverse=True):
            if needed <= known.keys():
                return url_for(endpoint, **{name: known[name] for name in needed})
    return f"{request.root_path}/"


def needed_by(rule: Rule) -> set[str]:
    """The parameters of a URL that it has no default for."""
    return rule.arguments - (rule.defaults or {}).keys()


def rules_of(endpoint: str) -> Iterator[Rule]:
    """The URLs of an endpoint, which may not exist."""
    if endpoint in current_app.view_functions:
        yield from current_app.url_map.iter_rules(endpoint)


def init_app(app: Flask) -> None:
    app.jinja_env.tests["endpoint"] = is_endpoint
    app.jinja_env.globals["first_url"] = first_url
