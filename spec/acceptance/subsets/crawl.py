"""Visits applications as their users would, and prints what each of them answered that it should not."""

import json
import multiprocessing
import os
import sys
from html.parser import HTMLParser
from math import inf
from typing import Any
from urllib.parse import urlencode, urljoin

# Loaded once: each application has a process of its own, a fork of this one.
import flask_migrate  # noqa: F401
import flask_sqlalchemy  # noqa: F401
import flask_wtf  # noqa: F401

Form = tuple[str, dict[str, str]]


class Page(HTMLParser):
    """The links of a page, and its forms that have a button to press: where they go, what they send.

    A form that is not posted, such as a search, is a link.
    """

    def __init__(self, url: str, text: str) -> None:
        super().__init__()
        self.url = url
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.is_posted = False
        self.feed(text)

    def handle_starttag(
        self, tag: str, attributes: list[tuple[str, str | None]]
    ) -> None:
        values = dict(attributes)
        if tag == "a" and not (values["href"] or "").startswith("#"):
            self.links.append(urljoin(self.url, values["href"]))
        elif tag == "form":
            self.form = (values.get("action") or self.url, {})
            self.is_posted = values.get("method") == "post"
        elif tag in ("input", "textarea", "select") and self.form:
            self.form[1][values["name"] or ""] = values.get("value") or ""
        elif tag == "button" and is_pressed(values) and self.form:
            if self.is_posted:
                self.forms.append(self.form)
            else:
                url, data = self.form
                self.links.append(f"{url.partition('?')[0]}?{urlencode(data)}")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None


class Visitor:
    def __init__(self, folder: str) -> None:
        sys.path.insert(0, folder)
        os.chdir(folder)
        from app import create_app
        from app.extensions import db

        self.app = create_app("testing")
        self.db = db
        self.client = self.app.test_client()
        self.wrong: list[str] = []
        self.seen: dict[str, Page] = {}
        with self.app.app_context():
            db.create_all()

    def fill(self) -> dict[str, int]:
        """A new record in each table, as the parameters of URLs: `{"post_id": 2}`."""
        with self.app.app_context():
            ids: dict[str, int] = {}
            models = {
                each.class_.__name__: each for each in self.db.Model.registry.mappers
            }
            for name in ("Post", "Recipe", "Comment"):
                if name in models:
                    columns = set(models[name].columns.keys())
                    values: dict[str, Any] = {
                        key: ids[key] for key in columns & ids.keys()
                    }
                    values |= {key: "Some text" for key in columns & {"title", "text"}}
                    record = models[name].class_(**values)
                    self.db.session.add(record)
                    self.db.session.commit()
                    ids[f"{name.lower()}_id"] = record.id
            return ids

    def urls(self, method: str, ids: dict[str, int]) -> list[str]:
        with self.app.test_request_context():
            return [
                self.app.url_for(
                    rule.endpoint, **{name: ids[name] for name in rule.arguments}
                )
                for rule in self.app.url_map.iter_rules()
                if method in (rule.methods or ())
                and rule.endpoint not in {"static", "up_database"}
            ]

    def get(self, url: str, come_from: str, depth: float = inf) -> None:
        """Open a page, and what it leads to over so many links."""
        url = url.partition("#")[0]
        if depth < 0 or url in self.seen or not url.startswith("/"):
            return
        response = self.client.get(url)
        page = self.seen[url] = Page(url, response.text)
        if response.status_code != 200:
            self.wrong.append(f"GET {url} of {come_from}: {response.status_code}")
        for link in page.links:
            self.get(link, url, depth - 1)

    def post(self, url: str, data: dict[str, str], come_from: str) -> None:
        """Send a form, and go where it leads; one that is shown again has links, too."""
        response = self.client.post(url, data=data)
        self.seen.clear()
        if response.status_code == 302:
            self.get(response.location, f"POST {url}", depth=1)
        elif response.status_code == 422 and "" in data.values():
            page = Page(url, response.text)
            if not page.forms:
                self.wrong.append(f"POST {url} of {come_from}: no form is shown again")
            for link in page.links:
                self.get(link, f"POST {url}", depth=0)
        else:
            self.wrong.append(f"POST {url} of {come_from}: {response.status_code}")

    def visit(self) -> list[str]:
        for url in self.urls("GET", self.fill()):
            self.get(url, "nowhere")
        forms = {url: page.forms for url, page in self.seen.items()}
        for url in sorted(self.urls("POST", self.fill()), key=is_last):
            for text in ("", "Text"):
                if text or not is_last(url):
                    self.post(url, {"title": text, "text": text}, "nowhere")
        sent = [(form, url) for url, found in forms.items() for form in found]
        done: list[str] = []
        for (url, data), come_from in sorted(
            sent, key=lambda each: is_last(each[0][0])
        ):
            if is_last(url) and url in done:
                continue
            done.append(url)
            for text in ("", "Text"):
                if text or not is_last(url):
                    self.post(url, {**data, "title": text, "text": text}, come_from)
        return sorted(set(self.wrong))


def is_pressed(button: dict[str, str | None]) -> bool:
    return button.get("type", "submit") == "submit" and "disabled" not in button


def is_last(url: str) -> bool:
    """Whether it takes a record away that others need."""
    return url.endswith("/delete")


def visit(folder: str) -> list[str]:
    try:
        return Visitor(folder).visit()
    except Exception as error:  # noqa: BLE001 - what any application fails with is the answer
        return [repr(error)]


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    with context.Pool(2, maxtasksperchild=1) as pool:
        print(json.dumps(pool.map(visit, json.load(sys.stdin), chunksize=1)))
