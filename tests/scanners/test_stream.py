"""Following cards before a camera."""

from __future__ import annotations

import numpy as np

from scanners.payload import Payload, encode
from scanners.stream import FORGET_S, Sighting, Stream
from tests.scanners.render import Look, moving, scene, table

ONE, TWO = encode(Payload("AS", "0K3F", 7)), encode(Payload("AS", "0K3G", 0))
STEP = 0.2
SIZE = (640, 480)


def news(sightings: list[Sighting]) -> list[tuple[str, str]]:
    return [(sighting.code.text, sighting.news) for sighting in sightings]


def test_a_card_held_by_hand_is_one_card() -> None:
    stream = Stream()
    seen = [s for n, frame in enumerate(moving(ONE, Look(), 12)) for s in stream.see(frame, n * STEP)]
    assert len(seen) > 8
    assert {sighting.card for sighting in seen} == {1}
    assert [sighting.news for sighting in seen] == ["new"] + ["same"] * (len(seen) - 1)


def test_equal_codes_at_two_places_are_two_cards() -> None:
    stream = Stream()
    cards = [(ONE, Look(at=(0.25, 0.5))), (ONE, Look(at=(0.75, 0.5)))]
    first = stream.see(scene(cards, (1280, 720))[0], 0.0)
    assert news(first) == [(ONE, "new")] * 2
    assert len({sighting.card for sighting in first}) == 2
    second = stream.see(scene(cards, (1280, 720), seed=2)[0], STEP)
    assert news(second) == [(ONE, "same")] * 2
    assert {sighting.card for sighting in second} == {sighting.card for sighting in first}


def test_a_card_that_comes_back_is_told_as_again() -> None:
    stream = Stream()
    frame, _ = scene([(ONE, Look())], SIZE)
    assert news(stream.see(frame, 0.0)) == [(ONE, "new")]
    for n in range(1, 4):
        assert stream.see(table(n, SIZE), n * STEP) == []
    assert news(stream.see(frame, 4 * STEP)) == [(ONE, "same")]
    assert news(stream.see(frame, 5 * STEP + FORGET_S + 0.1)) == [(ONE, "again")]


def test_another_card_at_the_same_place_is_new() -> None:
    stream = Stream()
    assert news(stream.see(scene([(ONE, Look())], SIZE)[0], 0.0)) == [(ONE, "new")]
    assert news(stream.see(scene([(TWO, Look())], SIZE)[0], STEP)) == [(TWO, "new")]


def test_frames_without_codes_stay_without_news() -> None:
    stream = Stream([ONE, TWO])
    for n in range(6):
        assert stream.see(table(n, SIZE), n * STEP) == []
    assert stream.see(np.zeros((5, 5), np.uint8), 9.0) == []


def test_a_covered_card_is_recognised_over_the_frames_and_never_as_another() -> None:
    known = [ONE, TWO, *(encode(Payload("AS", f"00{n:02d}", 1)) for n in range(60))]
    stream = Stream(known)
    read = set()
    for n in range(8):
        look = Look(module_px=3.5, finger=0.12, corner=2, turn=20 + n)
        read |= {
            s.code.text for s in stream.see(scene([(ONE, look)], SIZE, seed=n)[0], n * STEP) if s.news != "doubtful"
        }
    assert read == {ONE}
