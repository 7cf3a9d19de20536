from flask import Flask

from app.links import first_url, is_endpoint


def test_an_endpoint_is_there_for_the_parameters_of_its_url(app: Flask) -> None:
    app.add_url_rule("/posts/<slug>", "posts", lambda slug: slug)
    with app.test_request_context():
        assert is_endpoint("posts", "slug", "page")
        assert not is_endpoint("posts", "post_id")
        assert not is_endpoint("nowhere")


def test_the_first_url_that_the_values_lead_to(app: Flask) -> None:
    app.add_url_rule("/posts/<slug>", "posts", lambda slug: slug)
    with app.test_request_context():
        assert first_url("nowhere", "posts", slug="a", page=1) == "/posts/a"
        assert first_url("posts", post_id=1) == "/"
        assert first_url("posts", slug=None) == "/"


def test_a_parameter_that_a_url_has_a_default_for_may_be_left_out(app: Flask) -> None:
    app.add_url_rule("/labels", "labels", str, defaults={"page": 1})
    app.add_url_rule("/labels/page/<int:page>", "labels", str)
    with app.test_request_context():
        assert is_endpoint("labels")
        assert is_endpoint("labels", "page")
        assert first_url("labels") == "/labels"
        assert first_url("labels", page=2) == "/labels/page/2"
