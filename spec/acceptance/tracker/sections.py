"""What belongs to a record of the tracker is on its page: a test in its folder."""

from flask import Flask
from flask.testing import FlaskClient

from tests.factories.comment import make_comment
from tests.factories.draft import make_draft
from tests.factories.issue import make_issue
from tests.factories.label import make_label
from tests.factories.milestone import make_milestone
from tests.factories.user import make_user
from tests.sign_in import signed_in


def test_sections(app: Flask, client: FlaskClient) -> None:
    with app.app_context():
        ada, bob = make_user().id, make_user().id
        label = make_label()
        issue = make_issue(title="Mine", labels=[label])
        project, label_id, url = issue.project_id, label.id, f"/projects/{issue.project_id}"
        make_issue(title="Elsewhere")
        make_milestone(title="Near", project_id=project)
        make_milestone(title="Far")
        make_comment(text="Here", issue_id=issue.id)
        make_comment(text="There")
        make_draft(title="Ada's", user_id=ada, project_id=project)
        make_draft(title="Bob's", user_id=bob, project_id=project)
        issue_url = f"{url}/issues/{issue.id}"
    for user in (None, ada):
        browser = app.test_client() if user is None else signed_in(app.test_client(), user)
        page = browser.get(url).text
        shown = [each for each in ("Mine", "Elsewhere", "Near", "Far") if each in page]
        assert shown == ["Mine", "Near"]
        drafts = [each for each in ("Drafts</h2>", "Ada&#39;s", "Bob&#39;s") if each in page]
        assert drafts == ([] if user is None else ["Drafts</h2>", "Ada&#39;s"])
        links = [f"{url}/issues/create", f"/milestones/create?project_id={project}"]
        assert [each in page for each in links] == [user is not None] * 2
        page = browser.get(f"/labels/{label_id}").text
        assert "Mine" in page and "Elsewhere" not in page
        page = browser.get(issue_url).text
        assert "Here" in page and "There" not in page
        assert (f"{issue_url}/comments/create" in page) is (user is not None)
