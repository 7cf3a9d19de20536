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
