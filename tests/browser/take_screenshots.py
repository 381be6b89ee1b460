"""Take the pictures of the documentation from a running workbench, and write them to `docs/images`.

    git clone --branch 5.0.4 https://github.com/redmine/redmine
    git clone https://github.com/lobsters/lobsters
    orienteer index redmine --no-vectors
    orienteer index lobsters --no-vectors
    orienteer review db449bd2~1..db449bd2 -i lobsters
    orienteer ui --headless
    python -m tests.browser.take_screenshots http://127.0.0.1:8501

Name pictures after the address to take only these.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.settling import settled

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PICTURES = {
    "flow-redmine": ("code?index=redmine&unit=POST+/issues&side=flow", 1440),
    "map-redmine-light": ("map?index=redmine", 1440),
    "redmine-hotspots": ("health?index=redmine&window=all&view=hotspots", 1440),
    "review-lobsters": ("changes?index=lobsters&commits=db449bd2~1..db449bd2&view=review&part=affected", 1600),
}
"""The address of each picture and its width."""
_DRAWN = 2500  # milliseconds until charts have ended their animation


def main(url: str, names: list[str]) -> None:
    """Write the pictures, 900 pixels high."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(color_scheme="light")
        page.set_default_timeout(120_000)
        for name in names:
            address, width = PICTURES[name]
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"{url}/{address}")
            settled(page)
            page.wait_for_timeout(_DRAWN)
            settled(page)
            page.screenshot(path=IMAGES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] or list(PICTURES))
