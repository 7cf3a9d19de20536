"""Links between pages that may not all exist yet."""

from collections.abc import Iterator
from typing import Any

from flask import Flask, current_app, request, url_for
from werkzeug.routing import Rule


def is_endpoint(name: str, *parameters: str) -> bool:
    """Whether the endpoint has a URL for these parameters: `"posts.show" is endpoint("post_id")`."""
    return any(needed_by(rule) <= set(parameters) for rule in rules_of(name))


def first_url(*endpoints: str, **values: Any) -> str:
    """The URL of the first of these endpoints that exists, or of the start page."""
    known = {name: value for name, value in values.items() if value is not None}
    for endpoint in endpoints:
        # The rule with the most parameters comes first, so that none is lost.
        for needed in sorted(map(needed_by, rules_of(endpoint)), key=len, reverse=True):
            if needed <= known.keys():
                return url_for(endpoint, **{name: known[name] for name in needed})
    return f"{request.root_path}/"


def needed_by(rule: Rule) -> set[str]:
    """The parameters of a URL that have no default."""
    return rule.arguments - (rule.defaults or {}).keys()


def rules_of(endpoint: str) -> Iterator[Rule]:
    """The URL rules of an endpoint; none if it does not exist."""
    if endpoint in current_app.view_functions:
        yield from current_app.url_map.iter_rules(endpoint)


def init_app(app: Flask) -> None:
    app.jinja_env.tests["endpoint"] = is_endpoint
    app.jinja_env.globals["first_url"] = first_url
