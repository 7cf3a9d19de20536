"""What people call a browser."""

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
"""Parts of what browsers say of themselves. Most name others too, so the first one counts."""


def device_of(agent: str) -> str:
    """`Firefox on Linux`."""
    browser = next((BROWSERS[each] for each in BROWSERS if each in agent), "Browser")
    system = next((SYSTEMS[each] for each in SYSTEMS if each in agent), "")
    return f"{browser} on {system}" if system else browser
