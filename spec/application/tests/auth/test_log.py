import logging

import pytest
from flask import Flask

from app.auth import complete


@pytest.mark.parametrize("typed", ["s3cret", " s3cret", "\n\ts3cret", "s3 cret\n"])
@pytest.mark.parametrize("page", ["reset-password", "sign-up", "account/address"])
def test_the_log_has_no_token(app: Flask, page: str, typed: str) -> None:
    path = f"/{page}/{typed}"
    record = logging.makeLogRecord(
        {"msg": f"Exception on {path} [GET]", "request": {"path": path}}
    )
    with app.app_context():
        assert complete(record)
    assert record.msg == f"Exception on /{page}/… [GET]"
    assert vars(record)["request"] == {"path": f"/{page}/…"}
