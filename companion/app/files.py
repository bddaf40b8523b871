"""Files of cards, from the person's device and back to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import flet as ft

from companion.app.handlers import in_thread, tell
from companion.catalog import Pack
from companion.catalog.faults import CatalogFault
from companion.catalog.shelf import to_file
from companion.texts import _, n_

ENDINGS = ("csv", "toml")


class Picked(NamedTuple):
    """A file that somebody chose: its name and what it holds."""

    name: str
    content: bytes


class Refused(NamedTuple):
    """Why nothing of a file was kept: its name, and every fault."""

    name: str
    faults: Sequence[str]

    @property
    def title(self) -> str:
        return n_(
            "In {name} there is {n} thing to mend:",
            "In {name} there are {n} things to mend:",
            len(self.faults),
            name=self.name,
        )


def refused(file: Picked, fault: CatalogFault) -> Refused:
    return Refused(file.name, [str(each) for each in fault.faults])


async def pick_cards() -> Picked | None:
    """The file of cards that the person chooses; None where they choose none."""
    files = await ft.FilePicker().pick_files(
        file_type=ft.FilePickerFileType.CUSTOM,
        allowed_extensions=list(ENDINGS),
        with_data=True,
        cancel_upload_on_window_blur=False,  # a slow machine would take a choice for none
    )
    return Picked(files[0].name, files[0].bytes or b"") if files else None


async def save_pack_as(page: ft.Page, pack: Pack, ending: str) -> None:
    """Hand the pack to the person's device as a file: a table of its cards (.csv), or the whole of it (.toml)."""
    text = await in_thread(page, _("Writing the file"), to_file, pack, ending)
    name = f"{pack.game}-{pack.id}{ending}"
    path = await ft.FilePicker().save_file(file_name=name, src_bytes=text.encode())
    if page.web or path:
        tell(page, _("Saved: {name}", name=path or name))
