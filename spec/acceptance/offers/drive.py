"""Posts what its input says to the pages of offers, with the application's own client, and prints the answers."""

import json
import re
import sys

from app.extensions import db
from app.forms import OfferForm
from app.models import Offer
from run import app


def stored(offer_id: int) -> dict[str, str]:
    """What the database has, as Python writes it."""
    with app.app_context(), app.test_request_context():
        offer = db.session.get(Offer, offer_id)
        return {
            each.name: repr(getattr(offer, each.name, None)) for each in OfferForm()
        }


def answer(path: str, data: dict[str, str], has_token: bool) -> dict[str, object]:
    client = app.test_client()
    page = client.get("/offers/create").text
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    sent = {**data, "csrf_token": token[1]} if token and has_token else data
    response = client.post(path, data=sent)
    found = re.search(r"^/offers/(\d+)$", response.location or "")
    offer_id = found and int(found[1])
    return {
        "status": response.status_code,
        "text": response.text,
        "id": offer_id,
        "stored": stored(offer_id) if offer_id else {},
        "shown": client.get(response.location).text if response.location else "",
        "edited": client.get(f"/offers/{offer_id}/edit").text if offer_id else "",
    }


requests = json.load(sys.stdin)
print(json.dumps([answer(**each) for each in requests]))
