import pytest
from flask import Flask

from tests.helpers.auth.conftest import EMAIL, PASSWORD

HALF = "\udcff"
"""How Python reads a byte of a shell that is no UTF-8."""


@pytest.mark.parametrize(
    "args",
    [
        ["create", f"a{HALF}@example.com"],
        ["create", "eve@example.com", "--name", HALF],
        ["set-password", f"a{HALF}@example.com"],
        ["set-admin", f"a{HALF}@example.com"],
        ["events", f"a{HALF}@example.com"],
    ],
)
def test_half_a_character_is_refused(app: Flask, args: list[str]) -> None:
    runner = app.test_cli_runner()
    result = runner.invoke(args=["users", *args], input=f"{PASSWORD}\n")
    assert (result.exit_code, result.output) == (1, "Error: This is no UTF-8 text.\n")


@pytest.mark.parametrize(
    "command", [["create", "eve@example.com"], ["set-password", EMAIL]]
)
def test_half_a_character_of_a_password_is_refused(
    app: Flask, command: list[str]
) -> None:
    runner = app.test_cli_runner()
    result = runner.invoke(args=["users", *command], input=b"correct horse b\xff\n")
    assert (result.exit_code, result.output) == (1, "Error: This is no UTF-8 text.\n")
