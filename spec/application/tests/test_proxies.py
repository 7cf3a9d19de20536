import pytest
from flask import Flask, request

from app import proxies


@pytest.mark.parametrize(
    ("trusted", "address", "forwarded", "visitor"),
    [
        ((), "10.0.0.1", "203.0.113.7", "http 10.0.0.1"),
        (("10.0.0.1",), "10.0.0.1", "203.0.113.7", "https 203.0.113.7"),
        (("10.0.0.0/8",), "10.2.3.4", "203.0.113.7", "https 203.0.113.7"),
        (("10.0.0.0/8",), "::ffff:10.2.3.4", "203.0.113.7", "https 203.0.113.7"),
        (("10.0.0.1",), "203.0.113.9", "203.0.113.7", "http 203.0.113.9"),
        # What the visitor itself says is not believed.
        (("10.0.0.1",), "10.0.0.1", "1.1.1.1, 203.0.113.7", "https 203.0.113.7"),
        (("*",), "10.0.0.1", "1.1.1.1, 203.0.113.7", "https 203.0.113.7"),
        # Two proxies, and a visitor from the network of the proxies.
        (("10.0.0.0/8",), "10.0.0.1", "203.0.113.7, 10.0.0.2", "https 203.0.113.7"),
        (("10.0.0.0/8",), "10.0.0.1", "10.0.0.2", "https 10.0.0.2"),
        (("10.0.0.1",), "", "203.0.113.7", "http "),
        (("*",), "", "203.0.113.7", "https 203.0.113.7"),
        # A quote hides nothing.
        (("10.0.0.1",), "10.0.0.1", '", 203.0.113.7', "https 203.0.113.7"),
        (("10.0.0.1",), "10.0.0.1", 'a"b, 203.0.113.7', "https 203.0.113.7"),
        (("*",), "10.0.0.1", '"1.1.1.1, 203.0.113.7', "https 203.0.113.7"),
        (("10.0.0.0/8",), "10.0.0.1", '", 10.0.0.2', "https 10.0.0.2"),
        # What is no address.
        (("10.0.0.1",), "10.0.0.1", "", "https 10.0.0.1"),
        (("10.0.0.1",), "10.0.0.1", "1.1.1.1, unknown", "https 10.0.0.1"),
        # Addresses with ports.
        (("10.0.0.0/8",), "10.0.0.1", "203.0.113.7:5000", "https 203.0.113.7"),
        (("10.0.0.0/8",), "10.0.0.1", "[2001:db8::1]:443", "https 2001:db8::1"),
        (("10.0.0.0/8",), "10.0.0.1", "203.0.113.7, 10.0.0.2:80", "https 203.0.113.7"),
    ],
)
def test_a_visitor(
    app: Flask, trusted: tuple[str, ...], address: str, forwarded: str, visitor: str
) -> None:
    app.config["TRUSTED_PROXIES"] = trusted
    proxies.init_app(app)
    app.add_url_rule(
        "/visitor", view_func=lambda: f"{request.scheme} {request.remote_addr}"
    )
    response = app.test_client().get(
        "/visitor",
        environ_base={"REMOTE_ADDR": address},
        headers={"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https"},
    )
    assert response.text == visitor


def test_what_is_no_address(app: Flask) -> None:
    app.config["TRUSTED_PROXIES"] = ("proxy",)
    with pytest.raises(ValueError, match="'proxy'"):
        proxies.init_app(app)
