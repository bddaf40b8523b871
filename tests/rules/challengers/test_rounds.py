"""The evening: deck phases, the plan of rounds, trophies, the robot, ends and ties; each table ruling's difference."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from companion.rules.challengers.cards import read_box
from companion.rules.challengers.position import FINAL, Position, Trophy
from companion.rules.challengers.rounds import fans_range, values_left
from companion.rules.engine import Outcome
from companion.rules.zones import Zone
from tests.rules.challengers.table import BOX, GAME, NAMES, RULINGS, board, codes, judge, match, mine, play, side, start
from tests.rules.challengers.test_problems import at_end, declined, trophies


def results(position: Position, *winners: str) -> Position:
    return play(position, *({"do": "match-result", "player": name} for name in winners))


def round_over(position: Position) -> Position:
    """With the first of each pair the winner."""
    return results(position, *(each.sides[0].name for each in position.matches))


# The box


def test_the_printed_box_is_whole() -> None:
    cards = BOX.cards.values()
    assert len(cards) == 75
    assert sum(card.copies for card in cards if card.level == "S") == 8 * 6
    sets = Counter[str]()
    for card in cards:
        if card.level != "S":
            sets[card.set] += card.copies
    assert sets == {"city": 20} | {name: 40 for name in BOX.sets if name != "city"}
    assert Counter(BOX.starter) == {"newcomer": 3, "talent-s": 1, "dog-s": 1, "champion-s": 1}


def test_cards_that_are_not_certain_say_so() -> None:
    certain = {card.id for card in BOX.cards.values() if not card.confidence}
    assert "bard" in certain
    assert not certain & {card.id for card in BOX.cards.values() if card.effect.told}
    assert BOX.cards["knight"].confidence


def test_values_of_a_pack_are_checked_together() -> None:
    values = {"starter": ["x"], "deck_phase": [["Z9"]], "trophies": [[1], []], "plan": {"4": ["1-2"]}, "odd": 1}
    _box, faults = read_box([], values)
    assert {fault.path.split("[")[0] for fault in faults} == {
        "values.starter: x",
        "values.deck_phase",
        "values.trophies",
        "values.plan.4",
        "values.odd",
    }


@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_the_plan_seats_everybody_each_round(seats: int) -> None:
    met = Counter(pair for row in BOX.plan[seats] for pair in map(tuple, map(sorted, row)))
    assert len(BOX.plan[seats]) == 7
    if seats == 8:
        assert set(met.values()) == {1}
        assert len(met) == 28
    elif seats > 2:
        assert max(met.values()) - min(met.values()) <= 1


@pytest.mark.parametrize("players", range(1, 9))
def test_the_robot_takes_the_empty_seat(players: int) -> None:
    position = start(players)
    assert len(position.players) % 2 == 0
    assert [seat.robot for seat in position.players].count(True) == players % 2
    totals = GAME.totals(position, RULINGS)
    assert set(totals["players"]) == set(NAMES[:players])
    assert ("robot" in totals) == (players % 2 == 1)


# The deck phase


@pytest.mark.parametrize(
    ("round_", "level", "picks"),
    [
        (1, "A", 2),
        (2, "A", 2),
        (3, "A", 2),
        (3, "B", 1),
        (4, "B", 2),
        (5, "B", 2),
        (6, "B", 2),
        (6, "C", 1),
        (7, "C", 2),
    ],
)
def test_a_round_offers_levels_and_picks(round_: int, level: str, picks: int) -> None:
    position = start(2, round=round_)
    assert judge(position, do="pick", player="Ana", level=level, cards=[None] * picks).legal
    assert codes(judge(position, do="pick", player="Ana", level=level, cards=[None] * (picks + 1))) == [
        "too-many-picks"
    ]


def test_picks_may_come_one_by_one_with_a_redraw_between() -> None:
    position = play(start(2), {"do": "pick", "player": "Ana", "cards": ["pig"]}, {"do": "redraw", "player": "Ana"})
    position = play(position, {"do": "pick", "player": "Ana", "cards": ["cat"]})
    assert position.seat("Ana").deck.size == 8
    assert codes(judge(position, do="redraw", player="Ana")) == ["picks-done", "redrawn"]


def test_a_picked_effect_waits_for_the_table() -> None:
    position = play(start(2), {"do": "pick", "player": "Ana", "cards": ["shapeshifter"]})
    assert codes(judge(position, do="pick", player="Ana", cards=["pig"])) == ["effect-open"]
    told = [
        {"what": "remove", "cards": ["newcomer"]},
        {"what": "gain", "cards": ["cow"]},
        {"what": "fans", "amount": 1},
    ]
    done = judge(position, do="effect", player="Ana", told=told)
    assert done.legal
    seat = done.position.seat("Ana")
    assert (seat.deck.size, seat.deck.known.count("newcomer"), seat.fan_tokens) == (7, 2, 1)
    assert codes(judge(position, do="effect", player="Ana", told=[{"what": "remove", "cards": ["dragon"]}])) == [
        "told-wrong"
    ]
    bo = play(position, {"do": "pick", "player": "Bo", "cards": ["shapeshifter", "shapeshifter"]})
    read = judge(bo, do="effect", player="Ana", says="picked: fans 1").position
    assert [read.seat(name).fan_tokens for name in ("Ana", "Bo")] == [1, 2]
    assert read.seat("Bo").asks == ()
    again = play(read, {"do": "pick", "player": "Ana", "cards": ["shapeshifter"]})
    assert (again.seat("Ana").fan_tokens, again.seat("Ana").asks) == (2, ())
    nothing = judge(bo, do="effect", player="Ana", says="nothing").position
    assert GAME.choices(nothing, RULINGS, "Bo")


def test_decks_are_counts_only_where_moves_are_tracked() -> None:
    position = play(start(2, detail="moves"), {"do": "pick", "player": "Ana", "cards": ["pig", None]})
    assert position.seat("Ana").deck == Zone(8)
    position = play(position, {"do": "trim", "player": "Ana", "cards": [None, "newcomer"]})
    assert position.seat("Ana").deck == Zone(6)


def test_a_thin_deck_is_pointed_out() -> None:
    position = declined(2)
    verdict = judge(position, do="trim", player="Ana", cards=["newcomer"] * 3 + ["talent-s", "dog-s"])
    assert verdict.changes[0].reason.code == "trimmed-thin"
    assert codes(judge(verdict.position, do="trim", player="Ana", cards=["champion-s"])) == ["empty-deck"]


# Matches and rounds


def test_the_higher_trophy_starts_and_level_players_choose() -> None:
    position = trophies(declined(), Ana=[(1, None), (3, None)], Dee=[(2, None)])
    assert judge(position, do="start-match", player="Ana").legal
    refused = judge(position, do="start-match", player="Dee")
    assert "Ana starts: their best trophy is of round 3" in refused.problems[0].message
    for name in ("Bo", "Cy"):
        assert judge(position, do="start-match", player=name).legal


def test_matches_are_reported_in_any_order_and_the_round_closes_when_all_are_in() -> None:
    position = results(start(4, detail="scores"), "Cy")
    assert (position.round, board_of(position)) == (1, [None, "Cy"])
    position = results(position, "Dee")
    assert position.round == 2
    assert [result.winner for result in position.results] == ["Cy", "Dee"]
    assert {frozenset(s.name for s in each.sides) for each in position.matches} == {
        frozenset(("Ana", "Bo")),
        frozenset(("Cy", "Dee")),
    }


def board_of(position: Position) -> list[str | None]:
    return [row["winner"] for row in GAME.totals(position, RULINGS)["matches"]]


def test_a_whole_round_card_by_card() -> None:
    position = play(
        declined(2),
        {"do": "start-match", "player": "Ana"},
        {"do": "reveal", "player": "Ana", "card": "newcomer"},
        {"do": "reveal", "player": "Bo", "card": "dog-s"},
        {"do": "reveal", "player": "Ana", "card": "newcomer"},
        {"do": "reveal", "player": "Ana", "card": "talent-s"},
        {"do": "reveal", "player": "Bo", "card": "champion-s"},
    )
    row = GAME.totals(position, RULINGS)["matches"][0]
    assert (row["holder"], row["defence"], row["attack"]) == ("Bo", 4, 0)
    assert row["bench"] == {"Ana": ["newcomer", "newcomer", "talent-s"], "Bo": ["dog-s"]}
    position = play(
        position,
        {"do": "reveal", "player": "Ana", "card": "newcomer"},
        {"do": "reveal", "player": "Ana", "card": "dog-s"},
    )
    assert position.match_of("Ana").holder == "Ana"
    last = play(
        position,
        {"do": "reveal", "player": "Bo", "card": "newcomer"},
        {"do": "reveal", "player": "Bo", "card": "newcomer"},
        {"do": "reveal", "player": "Bo", "card": "newcomer"},
        {"do": "reveal", "player": "Ana", "card": "champion-s"},
    )
    assert last.match_of("Ana").holder == "Ana"


def test_an_empty_deck_ends_the_match_at_once() -> None:
    """CH20: Bo has to attack and has no card."""
    position = match(side("Ana", stack=["wall"]), side("Bo", pile=1))
    verdict = judge(position, do="reveal", player="Bo", card="pig")
    assert (board(verdict)["winner"], verdict.position.match_of("Bo").why) == ("Ana", "deck")
    assert verdict.changes[0].reason.code == "won-by-deck"
    assert verdict.position.seat("Ana").trophies == (Trophy(1),)


def test_a_deck_of_unknown_size_is_seen_empty() -> None:
    position = match(side("Ana", stack=["wall"]), side("Bo", pile=None))
    assert judge(position, do="reveal", player="Bo", card="pig").legal
    assert judge(position, do="reveal", player="Bo", card="lifeguard").needs == ("matches.1.sides.Bo.pile",)
    assert board(judge(position, do="cannot-reveal", player="Bo"))["winner"] == "Ana"


def test_the_starter_with_an_empty_deck_loses() -> None:
    """CH21."""
    position = declined()
    position = position.with_seat(position.seat("Ana")._replace(deck=Zone(0)))
    verdict = judge(position, do="start-match", player="Ana")
    assert verdict.position.match_of("Ana").winner == "Dee"


def test_a_card_scanned_too_often_is_refused_with_the_number() -> None:
    position = match(side("Ana", stack=["wall"]), side("Bo", bench=["newcomer"] * 3))
    verdict = judge(position, do="reveal", player="Bo", card="newcomer")
    assert verdict.problems[0].message == "Newcomer exists 3 times, and all of them are elsewhere."


def test_an_unnamed_card_of_a_deck_is_noted_when_it_shows() -> None:
    position = play(
        start(2), {"do": "pick", "player": "Ana", "cards": ["pig", None]}, {"do": "decline", "player": "Bo"}
    )
    position = play(position, {"do": "start-match", "player": "Ana"}, {"do": "reveal", "player": "Ana", "card": "cow"})
    assert position.seat("Ana").deck.known.count("cow") == 1
    assert position.seat("Ana").deck.unseen == 0
    verdict = judge(position, do="reveal", player="Bo", card="cat")
    assert codes(verdict) == ["not-in-deck"]


# Trophies


def test_a_trophy_is_a_range_until_it_is_known() -> None:
    position = trophies(start(4, round=2), Ana=[(1, None)], Bo=[(1, 3)])
    assert values_left(position, 1) == [2, 2, 2]
    assert fans_range(position, "Ana") == (2, 2)
    assert fans_range(position, "Bo") == (3, 3)
    assert fans_range(trophies(position, Bo=[]), "Ana") == (2, 3)
    assert GAME.totals(position, RULINGS)["players"]["Ana"]["fans"] is None
    assert codes(judge(position, do="trophy", player="Ana", fans=3)) == ["no-such-trophy"]
    entered = judge(position, do="trophy", player="Ana", fans=2)
    assert GAME.totals(entered.position, RULINGS)["players"]["Ana"]["fans"] == 2


def test_the_owner_sees_a_trophy_and_the_others_do_not_until_the_end() -> None:
    position = trophies(start(4), Ana=[(1, 3)])
    action = {"do": "trophy", "player": "Ana", "fans": 3}
    assert GAME.seen_by(position, "Ana").seat("Ana").trophies == (Trophy(1, 3),)
    assert GAME.seen_by(position, "Bo").seat("Ana").trophies == (Trophy(1, None),)
    assert GAME.action_seen_by(position, action, "Bo") == {"do": "trophy", "player": "Ana"}
    opened = position._replace(trophies_open=True)
    assert GAME.seen_by(opened, "Bo").seat("Ana").trophies == (Trophy(1, 3),)
    two = trophies(start(2), Ana=[(1, 3)])
    assert GAME.seen_by(two, "Bo").seat("Ana").trophies == (Trophy(1, 3),)


def test_opening_needs_every_value() -> None:
    position = at_end(Ana=[(1, None), (2, 3)], Bo=[(7, None)])
    verdict = judge(position, do="open-trophies")
    assert verdict.needs == ("players.Ana.trophies.1", "players.Bo.trophies.7")
    values = [{"player": "Ana", "round": 1, "fans": 2}, {"player": "Bo", "round": 7, "fans": 9}]
    opened = judge(position, do="open-trophies", values=values)
    assert opened.position.trophies_open
    assert codes(judge(position, do="open-trophies", values=[{"player": "Ana", "round": 7, "fans": 9}])) == [
        "no-trophy"
    ]


# The robot


def test_the_robots_trophy_goes_to_the_box_from_three_players_on() -> None:
    position = results(start(3, detail="scores"), "Robot")
    assert position.seat("Robot").trophies == ()
    alone = results(start(1, detail="scores"), "Robot")
    assert alone.seat("Robot").trophies == (Trophy(1),)
    against = results(start(3, detail="scores"), "Ana")
    assert against.seat("Ana").trophies == (Trophy(1),)


def test_the_robots_deck_is_entered_by_names_and_powers() -> None:
    deck = [
        {"card": "newcomer", "copies": 3},
        {"card": "Alpha", "power": 4},
        {"card": "Beta", "power": 2, "effect": "none"},
    ]
    position = play(start(3), {"do": "setup", "robot_level": 2, "robot_deck": deck})
    robot = position.seat("Robot")
    assert (robot.deck.size, position.robot_level) == (5, 2)
    assert position.card("Alpha").power == 4
    assert not position.card("Beta").effect.told
    assert codes(judge(start(3), do="setup", robot_deck=[{"card": "Gamma"}])) == ["no-such-card"]
    assert codes(judge(start(3), do="setup", robot_deck=[{"card": "Gamma", "power": 1, "effect": "?"}])) == [
        "says-wrong"
    ]


def test_a_stronger_robot_holds_cards_nobody_entered() -> None:
    position = play(start(3), {"do": "setup", "robot_level": 2})
    assert position.seat("Robot").deck.size is None
    for name in NAMES[:3]:
        position = play(position, {"do": "decline", "player": name})
    rival = position.match_of("Robot").other("Robot")
    position = play(position, {"do": "start-match", "player": "Robot"})
    verdict = judge(position, do="reveal", player="Robot", card="Alpha", power=5)
    assert verdict.legal
    assert verdict.position.match_of(rival).asked[0].card == "Alpha"
    assert play(start(3), {"do": "setup", "robot_level": 1}).seat("Robot").deck.size == 6


def test_alone_the_robot_can_win_by_a_lead() -> None:
    position = start(1, detail="scores")
    robot = position.seat("Robot")
    position = results(position.with_seat(robot._replace(fan_tokens=9)), "Robot")
    verdict = judge(position, do="trophy", player="Robot", fans=2)
    assert verdict.position.outcome.winners == ("Robot",)


# The end for one or two


def test_eleven_fans_ahead_after_a_match_win_at_once() -> None:
    """CH37: eleven is enough, ten is not."""
    for tokens, over in ((8, False), (9, True)):
        position = start(2, detail="scores")
        position = results(position.with_seat(position.seat("Ana")._replace(fan_tokens=tokens)), "Ana")
        assert codes(judge(position, do="match-result", player="Bo")) == ["trophy-missing"]
        verdict = judge(position, do="trophy", player="Ana", fans=2)
        assert (verdict.position.outcome is not None) == over
        if over:
            assert verdict.position.outcome == Outcome(("Ana",), "lead")


def last_round(ana: list[tuple[int, int | None]], bo: list[tuple[int, int | None]]) -> Position:
    return trophies(start(2, detail="scores", round=7, part="opening", matches=()), Ana=ana, Bo=bo)


@pytest.mark.parametrize(
    ("ana", "bo", "fans", "winners", "reason"),
    [
        ([(7, None)], [(4, 5)], 9, ("Ana",), "most-fans"),
        ([(7, None)], [(4, 5), (1, 2), (2, 2)], 9, ("Bo",), "more-trophies"),
        ([(5, None)], [(6, 7)], 7, ("Bo",), "more-trophies"),
    ],
)
def test_after_seven_rounds(
    ana: list[tuple[int, int | None]],
    bo: list[tuple[int, int | None]],
    fans: int,
    winners: tuple[str, ...],
    reason: str,
) -> None:
    """CH38: most fans, then more trophies, then the highest round."""
    verdict = judge(last_round(ana, bo), do="trophy", player="Ana", fans=fans)
    assert (verdict.position.outcome.winners, verdict.position.outcome.reason) == (winners, reason)


def test_a_win_is_shared_where_all_is_level() -> None:
    position = last_round([(7, None)], [])
    bo = position.seat("Bo")._replace(trophies=(Trophy(7, 9),))
    verdict = judge(position.with_seat(bo), do="trophy", player="Ana", fans=9)
    assert verdict.position.outcome.reason == "shared"
    assert set(verdict.position.outcome.winners) == {"Ana", "Bo"}


def test_a_corrected_count_is_judged_again_after_the_end() -> None:
    verdict = judge(last_round([(7, None)], [(6, 8)]), do="trophy", player="Ana", fans=9)
    assert verdict.position.outcome.winners == ("Ana",)
    corrected = judge(verdict.position, do="adjust", player="Bo", counter="fan_tokens", amount=2, reason="miscounted")
    assert corrected.position.outcome.winners == ("Bo",)


# The final


def test_the_two_with_most_fans_play_the_final_and_its_winner_wins() -> None:
    position = at_end(Ana=[(7, 9)], Bo=[(6, 7)], Cy=[(5, 6)])
    position = play(position, {"do": "open-trophies"}, {"do": "final"})
    assert position.finalists == ("Ana", "Bo")
    assert codes(judge(position, do="pick", player="Ana", cards=[None])) == ["not-in-rounds"]
    position = play(
        position,
        {"do": "trim", "player": "Bo", "cards": ["newcomer"]},
        {"do": "start-match", "player": "Ana"},
        {"do": "reveal", "player": "Ana", "card": "dog-s"},
    )
    tokens = position.seat("Bo").fan_tokens
    done = judge(position, do="match-result", player="Bo")
    assert done.position.outcome.winners == ("Bo",)
    assert done.position.outcome.reason == "final-won"
    assert done.position.seat("Bo").fan_tokens == tokens


def test_fans_in_the_final_are_void() -> None:
    """CH42."""
    position = match(side("Ana", stack=["newcomer"]), side("Bo"))
    final = position.match_of("Ana")._replace(park=FINAL)
    position = position._replace(part="final", finalists=("Ana", "Bo"), trophies_open=True, matches=(final,))
    verdict = judge(position, do="reveal", player="Bo", card="heroine")
    assert verdict.position.seat("Bo").fan_tokens == 0


@pytest.mark.parametrize(
    ("bo", "cy", "second"),
    [
        ([(4, 6)], [(1, 2), (2, 2), (3, 4)], "Cy"),  # more fans
        ([(4, 6)], [(1, 3), (2, 3)], "Cy"),  # more trophies
        ([(4, 6)], [(5, 6)], "Cy"),  # the later round
        ([(4, 5), (1, 2)], [(4, 5), (1, 2)], None),  # a draw
    ],
)
def test_level_players_are_told_apart(
    bo: list[tuple[int, int | None]], cy: list[tuple[int, int | None]], second: str | None
) -> None:
    """CH39 to CH41."""
    position = play(at_end(Ana=[(7, 10)], Bo=bo, Cy=cy), {"do": "open-trophies"})
    if second is not None:
        assert play(position, {"do": "final"}).finalists == ("Ana", second)
        return
    assert codes(judge(position, do="final")) == ["draw-needed"]
    assert play(position, {"do": "final", "draw": ["Cy", "Bo"]}).finalists == ("Ana", "Cy")
    assert play(position, {"do": "final", "draw": ["Bo", "Cy"]}).finalists == ("Ana", "Bo")


def test_three_level_for_first_fill_two_places_by_the_draw() -> None:
    position = play(at_end(), {"do": "open-trophies"})
    draw = ["Dee", "Bo", "Ana", "Cy"]
    assert play(position, {"do": "final", "draw": draw}).finalists == ("Dee", "Bo")


# Giving up and leaving


def test_giving_up_brings_the_opponent_the_trophy() -> None:
    verdict = judge(start(4), do="concede", player="Ana")
    assert verdict.position.match_of("Ana").winner == "Dee"
    assert verdict.position.seat("Dee").trophies == (Trophy(1),)


def test_who_leaves_is_played_by_the_robot_and_never_a_finalist() -> None:
    """CH49."""
    position = play(start(4, detail="scores"), {"do": "leave", "player": "Ana"}, {"do": "match-result", "player": "Bo"})
    position = results(position, "Ana", "Cy")
    assert position.seat("Ana").trophies == ()
    while position.part == "rounds":
        position = round_over(position)
    values = [
        {"player": seat.name, "round": trophy.round, "fans": values_left(position, trophy.round)[at]}
        for at, seat in enumerate(position.players)
        for trophy in seat.trophies
    ]
    position = play(position, {"do": "open-trophies", "values": values}, {"do": "final"})
    assert "Ana" not in (position.finalists or ())


# Rulings a table may switch


def test_ch8_a_deck_may_be_emptied_where_the_table_says_so() -> None:
    rulings = GAME.rulings({"CH8": "may-be-empty"})
    action = {"do": "trim", "player": "Ana", "cards": ["newcomer"] * 3 + ["talent-s", "dog-s", "champion-s"]}
    assert codes(GAME.judge(declined(2), action, RULINGS)) == ["empty-deck"]
    assert GAME.judge(declined(2), action, rulings).legal


def test_ch16_flag_loss_before_benching_finds_no_prince() -> None:
    position = match(side("Ana", bench=["pig"], stack=["prince"]), side("Bo"))
    action = {"do": "reveal", "player": "Bo", "card": "dragon"}
    assert mine(GAME.judge(position, action, RULINGS), "Ana").exhaust == ("prince",)
    other = GAME.judge(position, action, GAME.rulings({"CH16": "flag-loss-first"}))
    assert (mine(other, "Ana").exhaust, mine(other, "Ana").bench) == ((), ("pig", "prince"))


def test_ch57_cards_of_the_tray_stay_or_go_back() -> None:
    position = match(side("Ana", stack=["wall"], added=("pig",)), side("Bo", added=(None,)), detail="cards")
    action = {"do": "match-result", "player": "Ana"}
    stay = GAME.judge(position, action, RULINGS).position
    assert (stay.seat("Ana").deck.size, stay.seat("Bo").deck.size) == (7, 7)
    assert "pig" in stay.seat("Ana").deck.known
    back = GAME.judge(position, action, GAME.rulings({"CH57": "back-to-tray"})).position
    assert (back.seat("Ana").deck.size, back.seat("Bo").deck.size) == (6, 6)


def test_a_ruling_switched_in_play_holds_from_there_on() -> None:
    position = play(declined(2), {"do": "ruling", "ruling": "CH8", "choice": "may-be-empty"})
    every = ["newcomer"] * 3 + ["talent-s", "dog-s", "champion-s"]
    assert judge(position, do="trim", player="Ana", cards=every).legal


# Set-up, tools, levels of detail


def test_setup_seats_players_and_chooses_sets() -> None:
    sets = ["castle", "shipwreck", "funfair", "outer-space", "film-studio"]
    position = play(start(4), {"do": "setup", "seats": ["Dee", "Cy", "Bo", "Ana"], "sets": sets})
    assert position.matches[0].sides[0].name == "Dee"
    assert position.sets == ("city", *sets)
    assert codes(judge(position, do="pick", player="Ana", cards=["skeleton"])) == ["set-not-in-play"]


def test_sets_may_be_corrected_late_but_nobody_changes_seats_in_a_match() -> None:
    agreed = {"by": ["Ana"], "reason": "we mixed up the boxes"}
    sets = ["castle", "shipwreck", "funfair", "outer-space", "film-studio"]
    position = play(declined(2), {"do": "start-match", "player": "Ana"})
    assert judge(position, do="setup", sets=sets, agreed=agreed).legal
    assert codes(judge(position, do="setup", seats=["Bo", "Ana"], agreed=agreed)) == ["already-started"]


def test_a_table_of_scores_only_plays_an_evening() -> None:
    position = start(4, detail="scores")
    assert GAME.totals(position, RULINGS)["players"]["Ana"]["deck"] is None
    while position.part == "rounds":
        position = round_over(position)
    assert [result.round for result in position.results] == sorted(2 * list(range(1, 8)))
    assert all(first.round <= second.round for first, second in pairwise(position.results))


def test_tallies_and_corrections() -> None:
    position = play(
        start(4),
        {"do": "score", "player": "Ana", "counter": "fan_tokens", "amount": 3},
        {"do": "fans", "player": "Ana", "amount": -1},
        {"do": "adjust", "counter": "round", "set": 4, "reason": "we began late"},
    )
    assert (position.seat("Ana").fan_tokens, position.round) == (2, 4)
    assert position.match_of("Ana").other("Ana") == "Dee"


def test_cards_in_a_match_are_corrected_by_hand() -> None:
    position = match(side("Ana", stack=["wall"]), side("Bo", bench=["pig", "cat"]))
    moved = play(
        position,
        {"do": "adjust", "player": "Bo", "from": "bench", "to": "exhaust", "cards": ["pig"], "reason": "forgot Wizard"},
        {"do": "adjust", "player": "Bo", "from": "pile", "to": "exhaust", "cards": ["cow"], "reason": "seen"},
    )
    there = moved.match_of("Bo").side("Bo")
    assert (there.bench, there.exhaust, there.pile.size) == (("cat",), ("pig", "cow"), 4)
    unnamed = {"from": "pile:Bo", "to": "exhaust:Bo", "amount": 1, "reason": "seen"}
    assert judge(position, do="adjust", **unnamed).needs == ("cards",)


def test_the_level_of_detail_may_change_in_play() -> None:
    position = play(start(2), {"do": "detail", "level": "moves"})
    assert position.seat("Ana").deck == Zone(6)
    position = play(position, {"do": "detail", "level": "scores"}, {"do": "match-result", "player": "Ana"})
    assert GAME.totals(position, RULINGS)["players"]["Ana"]["deck"] is None


def test_a_position_that_cannot_be_says_where() -> None:
    position = match(side("Ana", stack=["pig"]), side("Bo"))
    broken = position.with_match(position.match_of("Ana")._replace(turn="Ana"))
    assert [fault.path for fault in GAME.doubts(broken)] == ["matches.1.turn"]
    twice = trophies(start(4), Ana=[(1, 3)], Bo=[(1, 3)])
    assert "2 trophies of round 1 with 3 fans" in GAME.doubts(twice)[0].expected
    full = match(side("Ana", stack=["pig"], bench=["cat", "cow", "pony", "spider", "bat", "lion", "alien"]), side("Bo"))
    assert [fault.path for fault in GAME.doubts(full)] == ["matches.1.sides.Ana.bench", "matches.1.sides.Ana"]
