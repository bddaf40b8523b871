"""A random player of Anime Saga: deals a real table with its hidden cards, and takes legal actions until the end.

The benchmark plays with it too. Everything comes from the generator it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from companion import catalog
from companion.rules.anime_saga import GAME
from companion.rules.anime_saga.piles import excess
from companion.rules.anime_saga.position import PILES, Position, Seat
from companion.rules.engine import Choice, Verdict
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone

BOX = catalog.box("anime-saga")
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli")
Action = dict[str, Any]


class Table(NamedTuple):
    """A dealt table: its position, the episode deck from the top, and the rulings in force."""

    position: Position
    deck: tuple[str, ...]
    rulings: Rulings


def deal(rng: Random, players: int, chosen: dict[str, str] | None = None) -> Table:
    """A table after set-up as people make it, every card known."""
    rulings = GAME.rulings(chosen)
    position = GAME.start(NAMES[:players], BOX, rulings)
    cards = [card.id for card in BOX.actions.values() for mark in card.marks if mark <= players]
    rng.shuffle(cards)
    seats = tuple(
        seat._replace(hand=Zone(4, tuple(cards[4 * n : 4 * n + 4]))) for n, seat in enumerate(position.players)
    )
    rest = cards[4 * players :]
    piles = tuple(Zone(len(rest[n::PILES]), tuple(rest[n::PILES])) for n in range(PILES))
    return Table(position._replace(players=seats, piles=piles), episode_deck(rng, players), rulings)


def episode_deck(rng: Random, players: int) -> tuple[str, ...]:
    """The ids of the episodes from the top: C E ... C, then a Lord."""
    challenges = rng.sample(BOX.episodes_of["challenge"], players + 1)
    enemies = rng.sample(BOX.episodes_of["enemy"], players)
    deck = [challenges[0]]
    for enemy, challenge in zip(enemies, challenges[1:], strict=True):
        deck += [enemy, challenge]
    return (*deck, rng.choice(BOX.episodes_of["lord"]))


class Step(NamedTuple):
    """One action of a game: where it was taken, and what came of it."""

    position: Position
    action: Action
    verdict: Verdict


def play(rng: Random, table: Table, limit: int = 2000, leaving: bool = False) -> Iterator[Step]:
    """Legal actions from the deal to the end."""
    position, deck = table.position, list(table.deck)
    shown = 0
    for action in opening(rng, table):
        verdict = GAME.judge(position, action, table.rulings)
        assert verdict.legal, (action, verdict)
        yield Step(position, action, verdict)
        position = verdict.position
        shown = len(action.get("episodes", ())) or shown
    for _ in range(limit):
        if position.outcome is not None:
            return
        if position.spoiler is not None and position.spoiler.name is None:
            action = {"do": "reveal-episode", "slot": "spoiler", "card": deck[shown]}
            shown += 1
        else:
            action = choose(rng, position, table.rulings, leaving)
        verdict = GAME.judge(position, action, table.rulings)
        assert verdict.legal, (action, [p.message for p in verdict.problems], verdict.needs)
        yield Step(position, action, verdict)
        position = verdict.position
    raise AssertionError(f"no end after {limit} actions")


def opening(rng: Random, table: Table) -> Iterator[Action]:
    """Set-up and first skills."""
    names = [seat.name for seat in table.position.players]
    sheets = rng.sample(list(BOX.characters), len(names))
    yield {
        "do": "setup",
        "first": rng.choice(names),
        "sheets": [{"player": name, "character": sheet} for name, sheet in zip(names, sheets, strict=True)],
        "episodes": list(table.deck[:3]),
    }
    for name, sheet in zip(names, sheets, strict=True):
        yield {"do": "choose-skills", "player": name, "skills": first_skills(rng, sheet)}


def first_skills(rng: Random, character: str) -> list[str]:
    """Skills of the character that cost exactly what its sheet gives."""
    want, skills = BOX.first_sums[character], list(BOX.skills_of[character])
    while True:
        rng.shuffle(skills)
        chosen, left = [], want
        for skill in skills:
            if skill.cost <= left:
                chosen.append(skill.id)
                left -= skill.cost
        if left == 0:
            return chosen


WEIGHTS = {"contribute": 8, "fight": 4, "fight-roll": 4, "buy": 4, "play": 3, "heal": 1, "trade": 2, "use-skill": 1}
NEVER = {"setup", "leave", "concede", "reveal-episode", "choose-skills", "bonus"}


def choose(rng: Random, position: Position, rulings: Rulings, leaving: bool = False) -> Action:
    """A legal action of whoever is to act."""
    owing = next((seat.name for seat in position.playing if seat.owes), None)
    choices = GAME.choices(position, rulings, owing)
    if leaving and len(position.playing) > 2 and rng.random() < 0.02:
        return _leave(rng, position, rulings, position.turn or "")
    open_ = [choice for choice in choices if choice.legal and choice.do not in NEVER]
    while open_:
        choice = rng.choices(open_, [WEIGHTS.get(choice.do, 6) for choice in open_])[0]
        action = complete(rng, position, BUILD[choice.do](rng, position, choice), rulings)
        if action is not None:
            return action
        open_.remove(choice)
    raise AssertionError(f"nothing to do: {[(c.do, [p.code for p in c.problems]) for c in choices]}")


def complete(rng: Random, position: Position, action: Action | None, rulings: Rulings) -> Action | None:
    """The action with what the rules ask for besides: discards of an effect, what the table tells."""
    for _ in range(4):
        if action is None:
            return None
        verdict = GAME.judge(position, action, rulings)
        if verdict.legal:
            return action
        wanted = [problem.values["want"] for problem in verdict.problems if problem.code == "wrong-discards"]
        if wanted:
            used = [*action.get("cards", ())]
            left = _without(position.seat(action["player"]).hand.known, used)
            action = {**action, "discards": rng.sample(left, min(wanted[0], len(left)))}
        elif verdict.needs and set(verdict.needs) <= {"told"}:
            counter = rng.choice(["life", "fame"])
            action = {
                **action,
                "told": [{"player": action["player"], "counter": counter, "amount": rng.choice([-1, 1])}],
            }
        else:
            return None
    return None


def _without(cards: tuple[str, ...], gone: list[str]) -> list[str]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def _some(rng: Random, cards: Any, most: int = 4) -> list[str]:
    return rng.sample(list(cards), rng.randint(0, min(most, len(cards))))


def _colours(rng: Random, cards: list[str]) -> list[str]:
    """Some of the cards, no two of a colour."""
    rng.shuffle(cards)
    one_each = {BOX.actions[card].attribute: card for card in cards}
    return rng.sample(list(one_each.values()), rng.randint(1, len(one_each))) if one_each else []


def _plain(rng: Random, position: Position, choice: Choice) -> Action:
    return {"do": choice.do, "player": choice.player}


def _buy(rng: Random, position: Position, choice: Choice) -> Action:
    return {**_plain(rng, position, choice), "pile": rng.choice(choice.allowed["pile"])}


def _play(rng: Random, position: Position, choice: Choice) -> Action:
    cards = choice.allowed["cards"].of
    type_ = BOX.actions[rng.choice(cards)].type
    chosen = _colours(rng, [card for card in cards if BOX.actions[card].type == type_])
    action = {**_plain(rng, position, choice), "cards": chosen}
    if type_ == "training":
        left, skills = len(chosen), []
        for id_ in rng.sample(choice.allowed["skills"], len(choice.allowed["skills"])):
            if BOX.skills[id_].cost <= left:
                skills.append(id_)
                left -= BOX.skills[id_].cost
        action["skills"] = skills
    return action


def _trade(rng: Random, position: Position, choice: Choice) -> Action:
    pile, card = rng.choice(choice.allowed["pile"]), rng.choice(choice.allowed["card"].of)
    action = {**_plain(rng, position, choice), "card": card, "pile": pile}
    action["take"] = rng.choice(position.piles[pile - 1].known)
    if "give" in choice.allowed:
        action["give"] = rng.choice(_without(choice.allowed["give"].of, [card]))
    return action


def _contribute(rng: Random, position: Position, choice: Choice) -> Action:
    cards = list(choice.allowed["cards"].of)
    return {**_plain(rng, position, choice), "cards": rng.sample(cards, rng.randint(1, len(cards)))}


def _dice(rng: Random) -> Action:
    return {"attack_die": rng.randint(1, 6), "defence_die": rng.randint(1, 6)}


def _roll(rng: Random, position: Position, choice: Choice) -> Action:
    return {**_plain(rng, position, choice), **_dice(rng)}


def _fight_cards(rng: Random, position: Position, choice: Choice) -> Action:
    return {**_plain(rng, position, choice), "cards": _some(rng, choice.allowed["cards"].of)}


def _reroll(rng: Random, position: Position, choice: Choice) -> Action:
    card = rng.choice(choice.allowed["card"].of)
    return {
        **_plain(rng, position, choice),
        "card": card,
        "die": rng.choice(["attack", "defence"]),
        "result": rng.randint(1, 6),
    }


def _resolve(rng: Random, position: Position, choice: Choice) -> Action:
    combat = _colours(rng, list(choice.allowed["attack_cards"].of))
    return {**_plain(rng, position, choice), rng.choice(["attack_cards", "defence_cards"]): combat}


def _fight(rng: Random, position: Position, choice: Choice) -> Action:
    cards = _some(rng, choice.allowed["cards"].of)
    combat = _colours(rng, [card for card in cards if BOX.actions[card].type == "combat"])
    return {**_plain(rng, position, choice), **_dice(rng), "cards": cards, "attack_cards": combat}


def _use(rng: Random, position: Position, choice: Choice) -> Action | None:
    if not choice.allowed["skill"]:
        return None
    id_ = rng.choice(choice.allowed["skill"])
    how = BOX.skills[id_].advantage.by_hand
    assert how is not None
    action = {**_plain(rng, position, choice), "skill": id_}
    action["discards"] = rng.sample(list(choice.allowed["discards"].of), how.cost)
    if how.what == "reroll":
        action |= {"die": rng.choice(["attack", "defence"]), "result": rng.randint(1, 6)}
    return action


def _discard(rng: Random, position: Position, choice: Choice) -> Action:
    allowed = choice.allowed["cards"]
    return {**_plain(rng, position, choice), "cards": rng.sample(list(allowed.of), min(allowed.low, len(allowed.of)))}


def _end(rng: Random, position: Position, choice: Choice) -> Action:
    seat: Seat = position.seat(choice.player or "")
    discards = rng.sample(list(seat.hand.known), excess(seat.hand) or 0)
    return {
        **_plain(rng, position, choice),
        "discards": discards,
        "returns": lay(rng, position, [*seat.discards.known, *discards]),
    }


def lay(rng: Random, position: Position, cards: list[str]) -> list[Action]:
    """The cards in some order, each on one of the smallest piles (on the one of the lowest number)."""
    rng.shuffle(cards)
    piles, laid = list(position.piles), []
    for card in cards:
        number = min(range(1, PILES + 1), key=lambda at: piles[at - 1].size or 0)
        piles[number - 1] = piles[number - 1].add([card])
        laid.append({"card": card, "pile": number})
    return laid


def _leave(rng: Random, position: Position, rulings: Rulings, name: str) -> Action:
    seat = position.seat(name)
    hand = () if rulings["AS72"] == "hand-aside" else seat.hand.known
    return {"do": "leave", "player": name, "returns": lay(rng, position, [*hand, *seat.discards.known])}


BUILD: dict[str, Callable[[Random, Position, Choice], Action | None]] = {
    "heal": _plain,
    "buy": _buy,
    "play": _play,
    "trade": _trade,
    "contribute": _contribute,
    "fight": _fight,
    "fight-roll": _roll,
    "fight-cards": _fight_cards,
    "fight-reroll": _reroll,
    "fight-resolve": _resolve,
    "use-skill": _use,
    "discard": _discard,
    "end-turn": _end,
    "finish": lambda rng, position, choice: {"do": "finish"},
}


def random_game(rng: Random) -> tuple[Position, Rulings, list[Action]]:
    """A whole random game: the position it starts from, its rulings, and its actions."""
    steps = list(play(rng, deal(rng, rng.randint(2, 5))))
    return steps[0].position, GAME.rulings(), [step.action for step in steps]
