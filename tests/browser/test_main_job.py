"""The main job, end to end: scan a card, check the move, keep the totals, write it down, go on after a restart."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import combinations
from typing import Any

from PIL import Image

from companion import catalog
from scanners import encode
from scanners.payload import Payload
from tests.scanners.render import Look, scene

from .conftest import PHONE, Browse, Server, Ui

HEROES = {"Ana": "tavi-of-the-kites", "Bo": "bolo-stonebelly"}


def film(code: str) -> list[Image.Image]:
    """A hand-held camera over a card with this sticker."""
    text = encode(Payload("AS", code, 1))
    looks = [Look(turn=8 + n, tilt=18, at=(0.48 + 0.01 * n, 0.5), blur=0.8) for n in range(4)]
    return [Image.fromarray(scene([(text, look)])[0][:, :, ::-1]) for look in looks]


def first_skills(pack: catalog.Pack, hero: str) -> list[str]:
    """The labels of skills of this character that cost exactly what its sheet gives."""
    points = next(card for card in pack.cards if card.id == hero).skill_points
    own = [card for card in pack.cards if getattr(card, "character", None) == hero]
    chosen = next(c for n in range(1, 5) for c in combinations(own, n) if sum(card.cost for card in c) == points)
    return [f"{card.name} (cost {card.cost})" for card in chosen]


def entries(server: Server) -> list[dict[str, Any]]:
    """The payloads of the log as they are in the file."""
    with closing(sqlite3.connect(f"file:{server.data / 'companion.sqlite3'}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT payload FROM entry ORDER BY seq").fetchall()
    return [json.loads(row[0]) for row in rows]


def record(ui: Ui, step: str) -> None:
    ui.tap("Record")
    ui.sees(f"Recorded: {step}")
    ui.sees("may do now")  # the form is gone


def test_a_scanned_card_becomes_a_judged_move_on_disk_and_the_table_goes_on_after_a_restart(
    server: Server, browse: Browse
) -> None:
    pack = catalog.load_pack("anime-saga", "practice")
    card = next(card for card in pack.cards if card.id == "training-strength")
    challenge = next(card for card in pack.cards if getattr(card, "strength", 0) > 0)
    ui = browse(PHONE, film(card.code)).open()

    ui.tap("Track a game")
    for n, name in enumerate(HEROES, start=1):
        ui.type(f"Player {n}", name)
    ui.tap("Start the table")
    ui.sees("What Ana may do now")

    ui.tap("Set the table up")
    for name, hero in HEROES.items():
        ui.tap(f"Character of {name}: not chosen")
        ui.tap(catalog.card_name(pack, hero))
    record(ui, "Set the table up")

    for name, hero in HEROES.items():
        ui.tap("Choose first skills in secret")
        ui.sees(f"Pass the device to {name}")
        ui.hold(f"I am {name}: hold to see")
        for skill in first_skills(pack, hero):
            ui.tap(skill)
        record(ui, f"{name}: Choose first skills in secret")

    ui.tap("Turn an episode over")
    ui.tap("Add a card")
    ui.type("Code or name of the card", challenge.name)
    ui.tap(challenge.name)
    record(ui, "Turn an episode over")
    ui.sees(challenge.name)

    ui.tap("Contribute to the Challenge")
    ui.tap("Add a card")
    ui.sees(f"Added: {card.name}")
    ui.shot("scanned-phone")
    ui.tap("Done")
    record(ui, "Ana: Contribute to the Challenge")
    ui.shot("contributed-phone")

    written = entries(server)[-1]
    assert written == {"do": "contribute", "player": "Ana", "cards": [card.id]}
    ui.tap("Fame of Ana: 2")
    ui.sees("Together: 2")

    ui.close()
    server.stop()
    server.start()
    again = browse(PHONE).open()
    again.tap("Anime Saga")
    again.sees(challenge.name)
    again.find("Fame of Ana: 2")
    again.sees("Undo: Ana: Contribute to the Challenge")
    assert entries(server)[-1] == written
