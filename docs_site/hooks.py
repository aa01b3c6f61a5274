"""What MkDocs asks while it builds: pages that are made, links that lead out of docs/, the order of the pages."""

from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

from dicecup import games
from docs_site import games as game_pages
from docs_site import pages

ICON: Final = "src/dicecup/web/public/icon.svg"


def on_config(config: Any) -> Any:
    """List all pages."""
    config.nav = pages.nav()
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add what is not in docs/."""
    for place, text in pages.generated():
        files.append(File.generated(config, place, content=text))
    for name in games.names():
        files.append(File.generated(config, f"reference/{name}.md", content=game_pages.page(name)))
    files.append(File.generated(config, "icon.svg", abs_src_path=str(pages.ROOT / ICON)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let every link lead to where its target is on the site."""
    place = page.file.src_uri
    origin = pages.documents().get(place)
    if origin is None:
        return markdown
    return pages.led(pages.folders_unlinked(markdown, origin), place, origin)


def on_post_build(config: Any) -> None:
    """Say where it is. Pages that are opened from the disk ask for the index of the search as a script."""
    index = Path(config.site_dir) / "search" / "search_index.json"
    index.with_suffix(".js").write_text(f"var __index = {index.read_text('utf-8')}", encoding="utf-8")
    print(f"The documentation is in {config.site_dir}: open index.html.")
