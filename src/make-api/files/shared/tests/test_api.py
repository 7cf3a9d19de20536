from flask.testing import FlaskClient


def test_document(client: FlaskClient) -> None:
    document = client.get("/api/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    described = [each for path in document["paths"].values() for each in path.values()]
    names = [each["operationId"] for each in described]
    assert len(set(names)) == len(names) > 0


def test_page_of_documentation(client: FlaskClient) -> None:
    page = client.get("/api/docs")
    assert page.status_code == 200
    document = client.get("/api/openapi.json").get_json()
    for path in document["paths"]:
        assert path in page.text


def test_errors_are_problem_documents(client: FlaskClient) -> None:
    for answer in [
        client.get("/api/nothing"),
        client.post("/api/docs"),
        client.get("/api/openapi.json", headers={"Accept": "image/png"}),
    ]:
        assert answer.mimetype == "application/problem+json"
        assert answer.get_json()["status"] == answer.status_code >= 400
