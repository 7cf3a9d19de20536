"""What the API answers to clients that nobody here wrote. It expects posts with a field of each type."""

import json
import re
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import TimeoutError
from werkzeug.test import TestResponse

from app.extensions import db
from app.models import Post
from tests.factories.author import make_author
from tests.factories.label import make_label
from tests.factories.post import make_post


@pytest.fixture
def data(app: Flask) -> dict[str, Any]:
    with app.app_context():
        return {"title": "A title", "price": "9.90", "author_id": make_author().id}


def expect_problem(answer: TestResponse, status: int) -> list[str]:
    """The fields that a problem document names."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/problem+json"
    problem = answer.get_json()
    assert problem["status"] == status
    return [each["field"] for each in problem["errors"]]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b'{"title": NaN}',
        b'{"title": -Infinity}',
        b'{"data": 1e999}',
        b'{"title": 1, "title": 2}',
        b'{"data": {"a": 1, "a": 2}}',
        b'{"title": "\\u0000"}',
        b'{"data": {"\\u0000": 1}}',
        b'{"title": "\\ud800"}',
        b"[" * 100_000,
        b'{"data": ' + b"[" * 60 + b"]" * 60 + b"}",
        b"9" * 5_000,
    ],
)
def test_what_is_no_json(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/posts", data=body, content_type="application/json")
    assert expect_problem(answer, 400) == []


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"[" * 100_000, "levels"),
        (b'{"title": "\\ud800"}', "half of a character"),
        (b'{"title": "\\u0000"}', "NUL"),
        (b"9" * 5_000, "number"),
    ],
)
def test_the_reason_why_json_is_refused(
    client: FlaskClient, body: bytes, detail: str
) -> None:
    answer = client.post("/api/posts", data=body, content_type="application/json")
    assert detail in answer.get_json()["detail"]


@pytest.mark.parametrize("body", ["[]", "null", '"text"', "1", "true"])
def test_what_is_no_object(client: FlaskClient, body: str) -> None:
    answer = client.post("/api/posts", data=body, content_type="application/json")
    expect_problem(answer, 422)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", None),
        ("title", ""),
        ("title", " \t"),
        ("title", 1),
        ("title", ["a"]),
        ("title", "x" * 121),
        ("price", 9.9),
        ("price", "1e3"),
        ("price", "9.999"),
        ("price", "\u0661"),
        ("price", "-1.00"),
        ("price", "123456789.00"),
        ("views", 1.5),
        ("views", True),
        ("views", "1"),
        ("views", -1),
        ("views", 2**31),
        ("views", 10**400),
        ("big", 2**63),
        ("ratio", 10**400),
        ("ratio", "1"),
        ("done", 1),
        ("done", "true"),
        ("on", 20_000),
        ("on", "20260101"),
        ("on", "2026-02-30"),
        ("at", "25:00"),
        ("at", "9:30"),
        ("starts", "2026-01-01T10:00:00"),
        ("starts", "2026-01-01"),
        ("starts", "0001-01-01T00:00:00+10:00"),
        ("starts", 1_700_000_000),
        ("status", "gone"),
        ("site", "javascript:alert(1)"),
        ("email", "ada"),
        ("author_id", "1"),
        ("author_id", None),
        ("label_ids", 1),
        ("label_ids", None),
        ("label_ids", ["1"]),
        ("label_ids", [1] * 1001),
        ("id", 7),
        ("token", "x"),
        ("unknown", 1),
    ],
)
def test_values_that_do_not_fit(
    app: Flask, client: FlaskClient, data: dict[str, Any], field: str, value: Any
) -> None:
    answer = client.post("/api/posts", json=data | {field: value})
    fields = expect_problem(answer, 422)
    assert [each.partition(".")[0] for each in fields] == [field]
    with app.app_context():
        post_id = make_post().id
    answer = client.patch(f"/api/posts/{post_id}", json={field: value})
    expect_problem(answer, 422)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "\x85\u2003"),
        ("price", "\u0661"),
        ("on", "0000-01-01"),
        ("starts", "0001-01-01T01:00:00Z"),
        ("starts", "9999-12-31T01:00:00Z"),
        ("starts", "2026-01-01T10:00:60Z"),
        ("site", "https://a\x85"),
    ],
)
def test_the_document_refuses_what_the_api_does(
    client: FlaskClient, data: dict[str, Any], field: str, value: Any
) -> None:
    answer = client.post("/api/posts", json=data | {field: value})
    expect_problem(answer, 422)
    schemas = client.get("/api/openapi.json").get_json()["components"]["schemas"]
    schema = schemas["PostIn"]["properties"][field]
    pattern = schema.get("anyOf", [schema])[0]["pattern"]
    assert not re.search(pattern, value, re.ASCII)


@pytest.mark.parametrize(
    ("field", "value", "stored"),
    [
        ("title", " spaced ", "spaced"),
        ("body", " ", None),
        ("code", "", None),
        ("code", "\u3000", None),
        ("code", " ab ", "ab"),
        ("price", "0", "0.00"),
        ("views", 7.0, 7),
        ("big", 2**63 - 1, 2**63 - 1),
        ("ratio", 1, 1.0),
        ("maybe", None, None),
        ("on", "2026-02-28", "2026-02-28"),
        ("at", "09:30", "09:30:00"),
        ("starts", "2026-01-01T10:00:00+02:00", "2026-01-01T08:00:00Z"),
        ("starts", "2026-01-01t10:00:00.5z", "2026-01-01T10:00:00.500000Z"),
        ("status", "published", "published"),
        ("data", {"a": [1, None, "é"]}, {"a": [1, None, "é"]}),
        ("data", None, None),
    ],
)
def test_values_that_fit(
    client: FlaskClient, data: dict[str, Any], field: str, value: Any, stored: Any
) -> None:
    answer = client.post("/api/posts", json=data | {field: value})
    assert answer.status_code == 201, answer.text
    assert answer.get_json()[field] == stored
    assert client.get(answer.location).get_json() == answer.get_json()


def test_secrets_are_left_out(client: FlaskClient, data: dict[str, Any]) -> None:
    answer = client.post("/api/posts", json=data)
    assert "token" not in answer.get_json()


def test_taken_values(client: FlaskClient, data: dict[str, Any]) -> None:
    first = client.post("/api/posts", json=data)
    assert expect_problem(client.post("/api/posts", json=data), 409) == ["title"]
    second = client.post("/api/posts", json=data | {"title": "Another"})
    answer = client.patch(second.location, json={"title": data["title"]})
    assert expect_problem(answer, 409) == ["title"]
    assert client.patch(first.location, json=data).status_code == 200


@pytest.mark.parametrize("key", [-1, 7_000, 2**31, 2**63 - 1])
def test_unknown_references(
    client: FlaskClient, data: dict[str, Any], key: int
) -> None:
    unknown = {"author_id": key, "label_ids": [key]}
    answer = client.post("/api/posts", json=data | unknown)
    assert expect_problem(answer, 409) == ["author_id", "label_ids"]
    post = client.post("/api/posts", json=data)
    answer = client.patch(post.location, json=unknown | {"title": "Changed"})
    assert expect_problem(answer, 409) == ["author_id", "label_ids"]
    assert client.get(post.location).get_json() == post.get_json()


def test_many(app: Flask, client: FlaskClient, data: dict[str, Any]) -> None:
    with app.app_context():
        first, second = make_label().id, make_label().id
    answer = client.post(
        "/api/posts", json=data | {"label_ids": [second, first, first]}
    )
    assert answer.get_json()["label_ids"] == [first, second]
    answer = client.patch(
        answer.location or "/api/posts/1", json={"label_ids": [second]}
    )
    assert answer.get_json()["label_ids"] == [second]


def test_a_change_leaves_the_rest(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        post_id = make_post(title="Before", body="Kept").id
    answer = client.patch(f"/api/posts/{post_id}", json={"title": "After"})
    assert answer.get_json()["title"] == "After"
    assert answer.get_json()["body"] == "Kept"


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        "page=x",
        "page=-1",
        "page=1&page=2",
        "page=9999999999",
        "sort=token",
        "sort=",
        "done=1",
        "status=gone",
        "author_id=x",
        "label_ids=-1",
        "q=%00",
        "unknown=1",
        "format=csv",
    ],
)
def test_parameters_that_do_not_fit(client: FlaskClient, query: str) -> None:
    answer = client.get(f"/api/posts?{query}")
    assert expect_problem(answer, 422) == [query.partition("=")[0]]


def test_list(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        label = make_label()
        first = make_post(title="First", done=True, labels=[label])
        keys = {"author_id": first.author_id, "label_ids": label.id}
        first_id = first.id
        for number in range(22):
            make_post(title=f"Number {number}")
    page = client.get("/api/posts?page=2").get_json()
    assert (page["page"], page["pages"], page["total"]) == (2, 2, 23)
    assert [each["id"] for each in page["items"]] == [
        first_id + 2,
        first_id + 1,
        first_id,
    ][-3:]
    for query in [
        {"q": "first"},
        {"done": "true"},
        {"q": "\u3000", "done": "true"},
        *({name: key} for name, key in keys.items()),
    ]:
        found = client.get("/api/posts", query_string=query).get_json()
        assert [each["title"] for each in found["items"]] == ["First"], query
    for query in [{"author_id": 10**17}, {"label_ids": 10**17}]:
        found = client.get("/api/posts", query_string=query).get_json()
        assert found["total"] == 0
    found = client.get("/api/posts", query_string={"sort": "title"}).get_json()
    assert found["items"][0]["title"] == "First"


def test_records_in_use(app: Flask, client: FlaskClient, data: dict[str, Any]) -> None:
    client.post("/api/posts", json=data)
    answer = client.delete(f"/api/authors/{data['author_id']}")
    assert expect_problem(answer, 409) == []


@pytest.mark.parametrize("key", ["0", "x", "-1", "1.0", "9" * 12, "9" * 30])
def test_keys_that_no_record_has(client: FlaskClient, key: str) -> None:
    for answer in [
        client.get(f"/api/posts/{key}"),
        client.patch(f"/api/posts/{key}", json={}),
        client.delete(f"/api/posts/{key}"),
    ]:
        expect_problem(answer, 404)


def test_a_record_of_another_parent(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        post_id, other_id = make_post().id, make_post().id
    comment = client.post(f"/api/posts/{post_id}/comments", json={"body": "Hello"})
    assert comment.status_code == 201
    comment_id = comment.get_json()["id"]
    expect_problem(client.get(f"/api/posts/{other_id}/comments/{comment_id}"), 404)
    expect_problem(client.get("/api/posts/0/comments"), 404)
    expect_problem(client.post("/api/posts/0/comments", json={"body": "Hello"}), 404)


@pytest.mark.parametrize(
    "body", [dict.fromkeys(map(str, range(50_000)), 1), {"label_ids": ["x"] * 1000}]
)
def test_many_errors_make_a_short_answer(client: FlaskClient, body: Any) -> None:
    answer = client.post("/api/posts", json=body)
    assert len(expect_problem(answer, 422)) == 100


def test_other_requests(client: FlaskClient) -> None:
    expect_problem(client.get("/api"), 404)
    expect_problem(client.get("/api/"), 404)
    expect_problem(client.get("/api/posts/"), 404)
    answer = client.put("/api/posts", json={})
    expect_problem(answer, 405)
    assert "POST" in answer.headers["Allow"]
    expect_problem(client.get("/api/posts", headers={"Accept": "text/html"}), 406)
    expect_problem(client.post("/api/posts", data="{}"), 415)
    expect_problem(client.post("/api/posts", data={"title": "x"}), 415)
    large = json.dumps({"title": "x" * 10_000_000})
    answer = client.post("/api/posts", data=large, content_type="application/json")
    expect_problem(answer, 413)
    answer = client.post(
        "/api/posts",
        input_stream=BytesIO(large.encode()),
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True},  # in chunks
    )
    expect_problem(answer, 413)
    for answer in [client.options("/api/posts"), client.get("/api//posts")]:
        assert answer.data == b""
        assert "Content-Type" not in answer.headers


def test_forms_keep_their_tokens(
    app: Flask,
    client: FlaskClient,
    data: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", True)
    assert client.post("/api/posts", json=data).status_code == 201
    assert client.post("/posts/create", data=data).status_code == 400
    with app.app_context():
        assert len(db.session.scalars(db.select(Post)).all()) == 1


def test_the_database_is_busy(
    client: FlaskClient, data: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise TimeoutError

    monkeypatch.setattr(db.session, "commit", fail)
    answer = client.post("/api/posts", json=data)
    expect_problem(answer, 503)
    assert answer.headers["Retry-After"] == "5"
