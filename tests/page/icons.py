"""The icons of the page as an app, drawn from its one picture: `make icons`.

Phones want pictures of fixed sizes, and cut some of them to a shape of their own: those are filled to the edge,
with the cup well inside.
"""

import base64
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.page import chromium

FOLDER: Final = Path(__file__).parents[2] / "src" / "dicecup" / "web" / "public"
GROUND: Final = "#24564a"  # felt
PLAIN: Final = {"icon-192.png": 192, "icon-512.png": 512}
FILLED: Final = {"icon-180.png": 180, "icon-masked-192.png": 192, "icon-masked-512.png": 512}
INSIDE: Final = 0.6  # of a filled picture: four fifths may be cut away to a circle

_DRAW: Final = """async ([svg, size, ground, part]) => {
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${svg}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    const pen = canvas.getContext('2d');
    if (ground) { pen.fillStyle = ground; pen.fillRect(0, 0, size, size); }
    const edge = Math.round(size * (1 - part) / 2);
    pen.drawImage(image, edge, edge, size - 2 * edge, size - 2 * edge);
    return canvas.toDataURL('image/png').split(',')[1];
}"""


def main() -> None:
    """Draw all of them."""
    # The browser draws a picture at its own size first: as large as it will ever be.
    picture = (FOLDER / "icon.svg").read_text().replace("<svg ", '<svg width="512" height="512" ', 1)
    svg = base64.b64encode(picture.encode()).decode()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        page = browser.new_page()
        for name, size in {**PLAIN, **FILLED}.items():
            ground, part = (GROUND, INSIDE) if name in FILLED else ("", 0.94)
            png = base64.b64decode(page.evaluate(_DRAW, [svg, size, ground, part]))
            (FOLDER / name).write_bytes(png)
            print(name, len(png))
        browser.close()


if __name__ == "__main__":
    main()
