"""Links between pages that may not all exist yet."""

from typing import Any

from flask import Flask, current_app, request, url_for


def is_endpoint(name: str) -> bool:
    """Whether the application serves this endpoint; in a template: `"posts.show" is endpoint`."""
    return name in current_app.view_functions


def first_url(*endpoints: str, **values: Any) -> str:
    """The URL of the first of these endpoints that exists, or else of the start page."""
    for endpoint in filter(is_endpoint, endpoints):
        rule = next(current_app.url_map.iter_rules(endpoint))
        return url_for(endpoint, **{name: values[name] for name in rule.arguments})
    return f"{request.root_path}/"


def init_app(app: Flask) -> None:
    app.jinja_env.tests["endpoint"] = is_endpoint
    app.jinja_env.globals["first_url"] = first_url
