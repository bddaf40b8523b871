"""What a scoreboard shows, what a viewer may see, whose turn it is, and what cannot occur on a table."""

from __future__ import annotations

from typing import Any

from companion.rules.anime_saga.cards import ATTRIBUTES
from companion.rules.anime_saga.challenges import missing
from companion.rules.anime_saga.position import PILES, Attributes, Episode, Position, Seat, blue, green, max_life
from companion.rules.common import ZoneSpec
from companion.rules.engine import Counter
from companion.rules.fields import Fault
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone, copies_seen


def totals(position: Position, rulings: Rulings) -> dict[str, Any]:
    """The scoreboard of the contract; unknown is None."""
    return {
        "players": {
            seat.name: {
                "fame": seat.fame,
                "blue": blue(seat.fame),
                "green": green(seat.fame),
                "life": seat.life,
                "max_life": max_life(position, seat),
                "hand": seat.hand.size,
                "skills": None if seat.skills is None else list(seat.skills),
            }
            for seat in position.players
        },
        "episode": _episode(position.current),
        "piles": [pile.size for pile in position.piles],
        "turn": position.turn,
    }


def _episode(episode: Episode | None) -> dict[str, Any] | None:
    if episode is None:
        return None
    shown: dict[str, Any] = {"kind": episode.kind, "name": episode.name}
    if episode.kind == "challenge":
        lacking = missing(episode)
        shown["contributed"] = None if episode.contributed is None else episode.contributed._asdict()
        shown["missing"] = None if lacking is None else lacking._asdict()
    else:
        shown["life"] = episode.life
    return shown


def seen_by(position: Position, viewer: str | None) -> Position:
    """The table as `viewer` may see it (None: as everybody may): no other hand, no skills chosen in secret."""
    return position._replace(
        players=tuple(
            seat if seat.name == viewer else seat._replace(hand=seat.hand.hidden(), committed=None)
            for seat in position.players
        )
    )


def actor(position: Position) -> str | None:
    """Whose move it is: first skills in seat order, then the turn; None when nobody's, or nobody said."""
    if position.stage == "skills":
        return next((seat.name for seat in position.playing if seat.skills is None and not seat.ready), None)
    return position.turn if position.stage == "turn" else None


def forget(position: Position) -> Position:
    """Without what the level of detail does not track: identities below "cards", all but tallies at "scores"."""
    if position.detail == "moves":
        return position._replace(
            players=tuple(
                seat._replace(hand=seat.hand.hidden(), discards=seat.discards.hidden()) for seat in position.players
            ),
            piles=tuple(pile.hidden() for pile in position.piles),
            aside=position.aside.hidden(),
        )
    unknown = Zone(None)
    return position._replace(
        players=tuple(seat._replace(hand=unknown, discards=Zone(), owes=0, used=()) for seat in position.players),
        piles=(unknown,) * PILES,
        aside=unknown,
        turn=None,
        acted=False,
        down=None,
        traded=(),
        fight=None,
    )


def doubts(position: Position) -> list[Fault]:
    """What cannot occur on a table, each with its path."""
    names = [seat.name for seat in position.players]
    faults = [
        Fault(path, f"{len(zone.known)} cards known of {zone.size}; expected a count of at least that")
        for path, zone in position.zones()
        if not zone.possible()
    ]
    if position.turn is not None and position.turn not in names:
        faults.append(Fault("turn", f"{position.turn!r}; expected one of: {', '.join(names)}"))
    if len(position.piles) != PILES:
        faults.append(Fault("piles", f"{len(position.piles)} piles; expected {PILES}"))
    for card, copies in copies_seen(zone for _path, zone in position.zones()).items():
        printed = position.box.actions.get(card)
        if printed is not None and copies > printed.copies:
            faults.append(Fault("(cards)", f"{copies} copies of {card}; expected at most {printed.copies}"))
    for seat in position.players:
        faults += _seat_doubts(position, seat)
    for slot in ("current", "next", "spoiler"):
        faults += _episode_doubts(getattr(position, slot), slot)
    return faults


def _seat_doubts(position: Position, seat: Seat) -> list[Fault]:
    at, faults = f"players.{seat.name}", []
    top = max_life(position, seat)
    if seat.life is not None and (seat.life < 0 or (top is not None and seat.life > top)):
        bounds = "at least 0" if top is None else f"a number from 0 to {top}"
        faults.append(Fault(f"{at}.life", f"{seat.life}; expected {bounds}"))
    if seat.owes < 0:
        faults.append(Fault(f"{at}.owes", f"{seat.owes}; expected at least 0"))
    return faults


def _episode_doubts(episode: Episode | None, slot: str) -> list[Fault]:
    if episode is None:
        return []
    faults = []
    numbers: list[tuple[str, int | None]] = [(name, getattr(episode, name)) for name in ("life", "damage", "defence")]
    for name, table in (("needs", episode.needs), ("contributed", episode.contributed)):
        numbers += [(f"{name}.{attribute}", n) for attribute, n in (table or Attributes())._asdict().items()]
    faults += [Fault(f"{slot}.{name}", f"{n}; expected at least 0") for name, n in numbers if n is not None and n < 0]
    if episode.needs is not None and episode.contributed is not None:
        faults += [
            Fault(f"{slot}.contributed.{attribute}", f"more than the {episode.needs.of(attribute)} needed")
            for attribute in ATTRIBUTES
            if episode.contributed.of(attribute) > episode.needs.of(attribute)
        ]
    return faults


# Counters and places of cards, for the table's own tools.


def _own(name: str, title: str, low: int = 0) -> Counter:
    return Counter(
        name,
        title,
        lambda position, player: getattr(position.seat(player), name),
        lambda position, player, n: position.with_seat(position.seat(player)._replace(**{name: n})),
        low=low,
    )


def _put_size(position: Position, player: str | None, n: int | None) -> Position:
    seat = position.seat(player or "")
    return position.with_seat(seat._replace(hand=Zone(n, seat.hand.known if n and n >= len(seat.hand.known) else ())))


def _put_enemy_life(position: Position, _player: str | None, n: int | None) -> Position:
    return position._replace(current=(position.current or Episode())._replace(life=n))


def _contributed(attribute: str) -> Counter:
    def put(position: Position, _player: str | None, n: int | None) -> Position:
        episode = position.current or Episode()
        done = (episode.contributed or Attributes())._replace(**{attribute: n or 0})
        return position._replace(current=episode._replace(contributed=done))

    return Counter(
        f"contributed.{attribute}",
        f"{attribute} contributed",
        lambda position, _player: getattr((position.current or Episode()).contributed or Attributes(), attribute),
        put,
        own=False,
    )


def _pile(number: int) -> Counter:
    return Counter(
        f"pile-{number}",
        f"the cards of pile {number}",
        lambda position, _player: position.piles[number - 1].size,
        lambda position, _player, n: position.with_pile(number, Zone(n)),
        own=False,
    )


COUNTERS = (
    _own("fame", "Fame Points", low=-999),
    _own("life", "life"),
    _own("max_life", "maximum life"),
    _own("attack", "attack of the sheet"),
    _own("defence", "defence of the sheet"),
    _own("owes", "discards owed"),
    Counter("hand", "cards in hand", lambda position, player: position.seat(player).hand.size, _put_size),
    Counter("enemy_life", "life of the Enemy", lambda p, _: p.current and p.current.life, _put_enemy_life, own=False),
    *[_contributed(attribute) for attribute in ATTRIBUTES],
    *[_pile(number) for number in range(1, PILES + 1)],
    Counter("deck", "episodes face down", lambda p, _: p.deck, lambda p, _, n: p._replace(deck=n), own=False),
)


def _pile_zone(number: int) -> ZoneSpec:
    return ZoneSpec(
        f"pile-{number}",
        f"pile {number}",
        lambda position, _player: position.piles[number - 1],
        lambda position, _player, zone: position.with_pile(number, zone),
        own=False,
    )


def _seat_zone(name: str, title: str, *, secret: bool = False) -> ZoneSpec:
    return ZoneSpec(
        name,
        title,
        lambda position, player: getattr(position.seat(player), name),
        lambda position, player, zone: position.with_seat(position.seat(player)._replace(**{name: zone})),
        secret=secret,
    )


ZONES = (
    _seat_zone("hand", "the hand", secret=True),
    _seat_zone("discards", "the own discards"),
    *[_pile_zone(number) for number in range(1, PILES + 1)],
    ZoneSpec(
        "aside", "cards out of the game", lambda p, _: p.aside, lambda p, _, zone: p._replace(aside=zone), own=False
    ),
)
