"""Each printed card's effect, and the timing of each keyword (rulebook: Card Effects)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.challengers.effects import Clause, Effect
from companion.rules.challengers.position import Shown, Trophy
from companion.rules.challengers.wording import sentence
from tests.rules.challengers.table import BOX, GAME, RULINGS, attacking, board, codes, judge, match, mine, play, side

# An attack of one card against a wall: what it has on the bench (or of the deck), and the power it comes to.
POWERS: list[tuple[str, dict[str, Any], int]] = [
    ("mascot", {"bench": ["pig", "knight", "cat", "newcomer"]}, 2 + 3),
    ("jester", {"bench": ["newcomer", "jester"]}, 1 + 3),
    ("jester", {"bench": ["pig"]}, 1),
    ("hermit", {"bench": ["pig"]}, 2 + 2),
    ("hermit", {"bench": ["pig", "dog-s"]}, 2),
    ("stable-boy", {"bench": ["pig", "pig", "dog-s", "horse"]}, 2 + 3),
    ("knight", {}, 3 + 3),
    ("gangster", {}, 2 + 2),
    ("newcomer", {"bench": ["blacksmith"]}, 1 + 1),
    ("newcomer", {"bench": ["blacksmith", "blacksmith"]}, 1 + 2),
    ("pig", {"bench": ["blacksmith"]}, 3),
    ("pig", {"bench": ["bard", "bard"]}, 3 + 2),
    ("merman", {"bench": ["parrot"]}, 1 + 3),
    ("merman", {"bench": ["pig"]}, 1),
    ("pig", {"bench": ["cook"]}, 3),
    ("lifeguard", {"pile": 2}, 4 + 2),
    ("lifeguard", {"pile": 3}, 4),
    ("jester", {"bench": ["make-up-artist"]}, 1 + 3 + 2),
    ("gangster", {"bench": ["make-up-artist"]}, 2 + 2),
    ("gangster", {"bench": ["a-i"]}, 2 + 2 + 1),
    ("knight", {"bench": ["a-i"]}, 3 + 3),
    ("teenager", {"bench": ["bat", "ghost", "pig"]}, 2 + 2),
    ("cow", {"bench": ["band"]}, 3 + 1),
    ("pony", {"bench": ["vendor"]}, 3 + 1),
    ("mime", {"bench": ["pig", "pig", "cat"]}, 1 + 4),
    ("treasure", {}, 2),
    ("skeleton", {}, 2),
    ("illusionist", {}, 5),
    ("dragon", {}, 7),
]


@pytest.mark.parametrize(("card", "setup", "power"), POWERS)
def test_the_power_of_an_attack(card: str, setup: dict[str, Any], power: int) -> None:
    assert board(attacking(card, **setup))["attack"] == power


# A card with the flag: what the bench of its owner holds, and what it defends with.
DEFENCES: list[tuple[str, list[str], int]] = [
    ("treasure", [], 2 + 2),
    ("skeleton", [], 2 + 1),
    ("illusionist", ["pig", "pig", "cat"], 5 + 4),
    ("pig", ["cook", "cook"], 3 + 2),
    ("pig", ["bard", "make-up-artist"], 3),
    ("talent-a", ["blacksmith", "a-i"], 2 + 2),
    ("knight", [], 3),
    ("gangster", [], 2),
]


@pytest.mark.parametrize(("card", "bench", "power"), DEFENCES)
def test_the_power_of_a_defence(card: str, bench: list[str], power: int) -> None:
    position = match(side("Ana", bench=bench, stack=[card]), side("Bo"))
    assert GAME.totals(position, RULINGS)["matches"][0]["defence"] == power


def test_an_immediate_bonus_is_kept_in_flag_possession() -> None:
    position = match(side("Ana", stack=["pig"]), side("Bo", bench=["newcomer"]))
    position = play(position, {"do": "reveal", "player": "Bo", "card": "jester"})
    assert board(judge(position, do="fans", player="Ana", amount=1))["defence"] == 4
    # Under another card, and on the bench, it is gone (CH25).
    position = play(position, {"do": "reveal", "player": "Ana", "card": "dragon"})
    assert position.match_of("Bo").side("Bo").bench == ("newcomer", "jester")


def test_an_immediate_bonus_is_counted_once_at_the_reveal() -> None:
    """CH54: a bonus without a keyword does not follow the bench."""
    position = match(side("Ana", stack=["wall"]), side("Bo", bench=["pig"]))
    position = play(position, {"do": "reveal", "player": "Bo", "card": "stable-boy"})
    assert position.match_of("Bo").side("Bo").stack == (Shown("stable-boy", 1),)


def test_the_first_card_of_a_match_attacks_nobody() -> None:
    """CH26 and CH30: During the attack is silent, In flag possession speaks."""
    position = match(side("Ana"), side("Bo"))
    waiting = position.match_of("Ana")._replace(stage="start", turn="Ana", holder=None)
    knight = judge(position.with_match(waiting), do="reveal", player="Ana", card="knight")
    assert (board(knight)["holder"], board(knight)["defence"]) == ("Ana", 3)
    clown = judge(position.with_match(waiting), do="reveal", player="Ana", card="clown")
    assert clown.position.seat("Ana").fan_tokens == 2


def test_during_the_attack_ends_with_the_attack() -> None:
    position = match(side("Ana", stack=["horse"]), side("Bo"))
    verdict = judge(position, do="reveal", player="Bo", card="knight")
    assert (board(verdict)["holder"], board(verdict)["defence"]) == ("Bo", 3)


@pytest.mark.parametrize(("trophies", "fans"), [(3, 2), (4, 0)])
def test_fan_bus_looks_at_the_trophies(trophies: int, fans: int) -> None:
    position = match(side("Ana", stack=["wall"]), side("Bo"))
    bo = position.seat("Bo")._replace(trophies=tuple(Trophy(round_) for round_ in range(1, trophies + 1)))
    verdict = judge(position.with_seat(bo), do="reveal", player="Bo", card="fan-bus")
    assert verdict.position.seat("Bo").fan_tokens == fans


@pytest.mark.parametrize(("card", "fans"), [("heroine", 3), ("clown", 2)])
def test_fans_with_the_flag(card: str, fans: int) -> None:
    taking = judge(match(side("Ana", stack=["newcomer"]), side("Bo")), do="reveal", player="Bo", card=card)
    assert taking.position.seat("Bo").fan_tokens == fans
    assert attacking(card).position.seat("Bo").fan_tokens == 0


def asks(card: str, **setup: Any) -> Any:
    """The position in which `card`, revealed by Bo, waits for an answer."""
    verdict = attacking(card, **setup)
    assert verdict.legal, verdict
    assert verdict.position.match_of("Bo").asked[0].player == "Bo"
    return verdict.position


def answer(position: Any, **fields: Any) -> Any:
    return judge(position, do="effect", player="Bo", **fields)


def test_wizard_exhausts_a_card_of_base_three_or_less() -> None:
    assert mine(attacking("wizard", bench=["horse"])).bench == ("horse",)
    alone = mine(attacking("wizard", bench=["pig", "horse"]))
    assert (alone.bench, alone.exhaust) == (("horse",), ("pig",))
    waiting = asks("wizard", bench=["pig", "cat", "horse"])
    assert codes(answer(waiting, cards=["horse"])) == ["wrong-cards"]
    assert codes(answer(waiting, cards=[])) == ["wrong-number"]
    chosen = mine(answer(waiting, cards=["cat"]))
    assert (chosen.bench, chosen.exhaust) == (("pig", "horse"), ("cat",))


@pytest.mark.parametrize("card", ["butler", "vacuum-cleaner"])
def test_up_to_two_cards_are_exhausted(card: str) -> None:
    assert mine(attacking(card)).exhaust == ()
    waiting = asks(card, bench=["pig", "horse", "horse"])
    assert mine(answer(waiting, cards=[])).bench == ("pig", "horse", "horse")
    both = mine(answer(waiting, cards=["horse", "pig"]))
    assert (both.bench, both.exhaust) == (("horse",), ("horse", "pig"))
    assert codes(answer(waiting, cards=["horse", "horse", "pig"])) == ["wrong-number"]
    assert codes(answer(waiting, cards=["pig", "pig"])) == ["wrong-cards"]


def test_siren_exhausts_a_card_that_helps_from_the_opponents_bench() -> None:
    verdict = attacking("siren", rival_bench=["pig", "cook"])
    assert (mine(verdict, "Ana").bench, mine(verdict, "Ana").exhaust) == (("pig",), ("cook",))
    waiting = asks("siren", rival_bench=["cook", "bard"])
    assert mine(answer(waiting, cards=["bard"]), "Ana").exhaust == ("bard",)
    assert mine(attacking("siren", bench=["cook"], rival_bench=["pig"])).bench == ("cook",)


def test_submarine_exhausts_the_bottom_card_of_the_own_deck() -> None:
    waiting = asks("submarine", pile=3)
    seen = mine(answer(waiting, cards=["pig"]))
    assert (seen.pile.size, seen.exhaust) == (1, ("pig",))
    known = mine(attacking("submarine", pile=["cat", None, None]))
    assert (known.pile.cards, known.exhaust) == ((None,), ("cat",))
    last = attacking("submarine", pile=1)
    assert mine(last).exhaust == ()


def test_ghost_exhausts_the_top_card_of_the_opponents_deck() -> None:
    waiting = asks("ghost")
    hit = answer(waiting, cards=["pig"])
    assert (mine(hit, "Ana").pile.size, mine(hit, "Ana").exhaust) == (4, ("pig",))
    assert answer(waiting, cards=[None]).needs == ("cards[0]",)
    assert codes(answer(waiting, cards=["no-such"])) == ["no-such-card"]


def test_movie_star_puts_newcomers_back_on_the_deck() -> None:
    waiting = asks("movie-star", bench=["newcomer", "newcomer", "newcomer", "pig"])
    back = mine(answer(waiting, cards=["newcomer", "newcomer"]))
    assert (back.bench, back.pile.cards) == (("newcomer", "pig"), (None,) * 4 + ("newcomer", "newcomer"))
    assert mine(answer(waiting, cards=[])).pile.size == 4


def test_necromancer_and_vampire_take_a_card_back_on_the_deck() -> None:
    two = mine(attacking("necromancer", bench=["talent-a", "pig"]))
    assert (two.bench, two.pile.cards[-1]) == (("pig",), "talent-a")
    level_b = mine(attacking("vampire", bench=["knight", "pig"]))
    assert (level_b.bench, level_b.pile.cards[-1]) == (("pig",), "knight")


def test_villain_ufo_and_hologram_bring_cards_from_the_tray() -> None:
    villain = asks("villain")
    assert mine(answer(villain, cards=["pig"])).pile.cards == (None,) * 4 + ("pig",)
    assert codes(answer(villain, cards=["horse"])) == ["wrong-cards"]
    ufo = asks("ufo")
    assert mine(answer(ufo, cards=["pig", None])).pile.cards == ("pig", None) + (None,) * 4
    assert mine(answer(ufo, cards=["pig", None])).added == ("pig", None)
    hologram = answer(asks("hologram"), cards=["horse"])
    assert mine(hologram, "Ana").pile.cards[-1] == "horse"
    assert mine(hologram, "Ana").added == ("horse",)


def test_a_card_put_on_top_comes_next() -> None:
    position = answer(asks("villain"), cards=["pig"]).position
    assert codes(judge(position, do="reveal", player="Bo", card="cat")) == ["not-on-top"]
    assert judge(position, do="reveal", player="Bo", card="pig").legal


@pytest.mark.parametrize("card", ["juggler", "bumper-car"])
def test_looking_at_three_cards_leaves_their_order_open(card: str) -> None:
    verdict = attacking(card, pile=["cat", None, "pig", "dragon", None])
    assert mine(verdict).pile.cards == ("cat", None, None, None)
    assert "look at the top 3" in " ".join(change.why for change in verdict.changes)


def test_prince_and_rescue_pod_leave_the_bench_on_flag_loss() -> None:
    for card, by in (("prince", "dragon"), ("rescue-pod", "pig")):
        position = match(side("Ana", bench=[card], stack=[card]), side("Bo"))
        lost = mine(judge(position, do="reveal", player="Bo", card=by), "Ana")
        assert (lost.bench, lost.exhaust) == ((card,), (card,))


def test_flag_loss_saves_a_full_bench() -> None:
    """CH17: the test for slots comes after the flag loss."""
    full = ["pig", "cat", "cow", "pony", "spider", "parrot"]
    saved = judge(match(side("Ana", bench=full, stack=["prince"]), side("Bo")), do="reveal", player="Bo", card="dragon")
    assert board(saved)["winner"] is None
    lost = judge(match(side("Ana", bench=full, stack=["horse"]), side("Bo")), do="reveal", player="Bo", card="dragon")
    assert board(lost)["winner"] == "Bo"


def test_comic_character_strengthens_the_next_card() -> None:
    position = match(side("Ana", stack=["comic-character"]), side("Bo"))
    position = play(position, {"do": "reveal", "player": "Bo", "card": "horse"})
    verdict = judge(position, do="reveal", player="Ana", card="pig")
    assert (board(verdict)["holder"], board(verdict)["defence"]) == ("Ana", 5)


def test_clairvoyant_searches_the_deck_on_flag_loss() -> None:
    position = match(side("Ana", stack=["clairvoyant"]), side("Bo"))
    waiting = judge(position, do="reveal", player="Bo", card="horse").position
    assert waiting.match_of("Ana").stage == "lost"
    found = judge(waiting, do="effect", player="Ana", cards=["dragon"])
    assert mine(found, "Ana").pile.cards == (None,) * 4 + ("dragon",)
    hidden = judge(waiting, do="effect", player="Ana", cards=[None])
    assert mine(hidden, "Ana").pile.cards == (None,) * 5
    assert judge(waiting, do="effect", player="Ana", cards=[]).legal


def test_a_search_finds_only_what_can_be_in_the_deck() -> None:
    position = match(side("Ana", pile=["cat", "pig"], stack=["clairvoyant"]), side("Bo"))
    waiting = judge(position, do="reveal", player="Bo", card="horse").position
    assert codes(judge(waiting, do="effect", player="Ana", cards=["dragon"])) == ["not-in-deck"]
    assert mine(judge(waiting, do="effect", player="Ana", cards=["cat"]), "Ana").pile.cards == ("pig", "cat")
    assert mine(judge(waiting, do="effect", player="Ana", cards=[None]), "Ana").pile.cards == (None, None)


def test_every_known_effect_is_tried_here() -> None:
    """No card of the pack with an executed effect is without a test in this file."""
    source = open(__file__, encoding="utf-8").read()  # noqa: SIM115
    executed = [card.id for card in BOX.cards.values() if card.effect.text and not card.effect.told]
    assert len(executed) >= 35
    assert [id_ for id_ in executed if f'"{id_}"' not in source] == []


# Unknown effects ask the table

UNKNOWN = {
    "pyrotechnician",
    "reporter",
    "sailor",
    "navigator",
    "cowboy",
    "director",
    "shapeshifter",
    "clones",
    "sci-fi-geek",
}


def test_exactly_the_uncertain_cards_ask() -> None:
    assert {card.id for card in BOX.cards.values() if card.effect.told} == UNKNOWN


@pytest.mark.parametrize("card", ["reporter", "sailor", "pyrotechnician"])
def test_an_unknown_effect_waits_for_the_table(card: str) -> None:
    waiting = asks(card)
    assert answer(waiting).needs == ("told",)
    assert codes(judge(waiting, do="reveal", player="Bo", card="pig")) == ["effect-open"]
    assert answer(waiting, told=[]).legal


TOLD: list[tuple[dict[str, Any], Any]] = [
    ({"what": "power", "amount": 2}, lambda v: board(v)["attack"] == 4),
    ({"what": "flag-power", "amount": -5}, lambda v: board(v)["defence"] == 25),
    ({"what": "next-power", "amount": 2}, lambda v: mine(v).next == 2),
    ({"what": "fans", "amount": 3}, lambda v: v.position.seat("Bo").fan_tokens == 3),
    ({"what": "fans", "player": "Ana", "amount": 1}, lambda v: v.position.seat("Ana").fan_tokens == 1),
    ({"what": "bench-to-exhaust", "cards": ["pig"]}, lambda v: mine(v).exhaust == ("pig",)),
    ({"what": "bench-to-top", "cards": ["pig"]}, lambda v: mine(v).pile.cards[-1] == "pig"),
    ({"what": "bench-to-bottom", "cards": ["pig"]}, lambda v: mine(v).pile.cards[0] == "pig"),
    ({"what": "deck-to-bench", "cards": ["cat"]}, lambda v: mine(v).bench == ("pig", "cat")),
    ({"what": "deck-to-bench", "player": "Ana", "cards": ["cat"]}, lambda v: mine(v, "Ana").pile.size == 4),
    ({"what": "deck-to-exhaust", "cards": ["cat"]}, lambda v: mine(v).exhaust == ("cat",)),
    ({"what": "tray-to-top", "cards": ["cat", None]}, lambda v: mine(v).pile.size == 6),
    ({"what": "tray-to-bottom", "cards": ["cat"]}, lambda v: mine(v).pile.cards[0] == "cat"),
]


@pytest.mark.parametrize(("change", "holds"), TOLD)
def test_what_the_table_tells_is_carried_out(change: dict[str, Any], holds: Any) -> None:
    assert holds(answer(asks("reporter", bench=["pig"]), told=[change]))


@pytest.mark.parametrize(
    "change",
    [
        {"what": "power"},
        {"what": "fans", "amount": 0},
        {"what": "bench-to-exhaust", "cards": ["cat"]},
        {"what": "bench-to-top", "cards": [None]},
        {"what": "deck-to-bench", "cards": [None]},
        {"what": "deck-to-exhaust"},
        {"what": "tray-to-top"},
        {"what": "gain", "cards": ["pig"]},
    ],
)
def test_what_cannot_be_told_is_refused(change: dict[str, Any]) -> None:
    assert codes(answer(asks("reporter"), told=[change])) == ["told-wrong"]


def test_an_effect_that_fills_a_bench_loses_the_match() -> None:
    """CH24."""
    full = ["pig", "cat", "cow", "pony", "spider", "parrot"]
    waiting = asks("reporter", rival_bench=full)
    verdict = answer(waiting, told=[{"what": "deck-to-bench", "player": "Ana", "cards": ["horse"]}])
    assert (board(verdict)["winner"], verdict.position.match_of("Ana").why) == ("Bo", "bench")


def test_what_a_card_says_is_kept_and_carried_out() -> None:
    waiting = asks("reporter")
    verdict = answer(waiting, says="reveal: power +3")
    assert board(verdict)["attack"] == 5
    again = judge(verdict.position, do="reveal", player="Bo", card="reporter")
    assert board(again)["attack"] == 10
    assert codes(answer(waiting, says="reveal: dance")) == ["says-wrong"]
    assert board(answer(waiting, says="nothing"))["attack"] == 2


def test_an_unknown_aura_is_read_from_the_card_once() -> None:
    position = match(side("Ana", stack=["director"]), side("Bo"))
    waiting = judge(position, do="reveal", player="Bo", card="horse").position
    assert waiting.match_of("Ana").asked[0].card == "director"
    read = judge(waiting, do="effect", player="Ana", says="bench: set film-studio +2 while attacking")
    gangster = judge(read.position, do="reveal", player="Ana", card="gangster")
    assert board(gangster)["holder"] == "Ana"
    assert gangster.position.match_of("Ana").side("Ana").bench == ("director",)


def test_cowboy_and_navigator_ask_at_their_moment() -> None:
    taking = judge(match(side("Ana", stack=["newcomer"]), side("Bo")), do="reveal", player="Bo", card="cowboy")
    assert taking.position.match_of("Bo").stage == "flag"
    told = answer(taking.position, told=[{"what": "deck-to-bench", "player": "Ana", "cards": ["pig"]}])
    assert (mine(told, "Ana").bench, board(told)["turn"]) == (("newcomer", "pig"), "Ana")
    losing = judge(match(side("Ana", stack=["navigator"]), side("Bo")), do="reveal", player="Bo", card="horse")
    assert losing.position.match_of("Ana").asked[0].player == "Ana"
    assert judge(losing.position, do="effect", player="Ana", told=[]).legal


def test_a_robots_card_is_entered_with_its_power_and_asks() -> None:
    position = match(side("Ana", stack=["wall"]), side("Bo"))
    assert codes(judge(position, do="reveal", player="Bo", card="Alpha")) == ["no-such-card"]
    verdict = judge(position, do="reveal", player="Bo", card="Alpha", power=4)
    assert board(verdict)["attack"] == 4
    assert answer(verdict.position).needs == ("told",)


# The vocabulary


def test_effects_go_to_text_and_back() -> None:
    for card in BOX.cards.values():
        assert Effect.parse(str(card.effect)) == card.effect


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("butler", "On reveal: exhaust up to 2 cards from the own bench"),
        ("cook", "From the bench: every own card has +1 in flag possession"),
        ("fan-bus", "On reveal: take 2 fans with at most 3 own trophies"),
        ("hologram", "On reveal: put 1 level B card from the tray on top of the opponent's deck"),
        ("hermit", "On reveal: +2 power with no City card on the own bench"),
        ("pig", "no effect"),
    ],
)
def test_an_effect_is_told_in_words(card: str, words: str) -> None:
    assert sentence(BOX.cards[card].effect) == words


def test_every_effect_has_its_own_words() -> None:
    texts = {card.effect.text for card in BOX.cards.values()}
    assert len({sentence(Effect.parse(text)) for text in texts}) == len(texts)


@pytest.mark.parametrize(
    "text",
    ["power +1", "attack: fans 2", "flag power +1", "reveal: power", "bench: power +1", "picked: look 3", "reveal: x"],
)
def test_a_text_outside_the_vocabulary_says_so(text: str) -> None:
    with pytest.raises(ValueError, match=r"vocabulary|does not begin|not something"):
        Effect.parse(text)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        clause = Clause.parse(text)
    except ValueError:
        return
    assert Clause.parse(str(clause)) == clause
