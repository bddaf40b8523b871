"""The table's own tools, the same in every game: tally, correct, observe, switch a ruling, change the level of detail.

A room lists its counters and its zones of cards once; these actions then work on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.rules.engine import Action, ActionSpec, Counter, Draft, ProblemKind, Reason
from companion.rules.fields import Field
from companion.rules.zones import Zone

DETAILS = ("scores", "moves", "cards")
"""How much a table tracks: scores only, moves, every card."""


class ZoneSpec(NamedTuple):
    """A zone of cards on the table.

    `own` ones belong to a seat; in an `open` one every card lies face up; into a `secret` one only its seat may look.
    """

    name: str
    title: str
    get: Callable[[Any, str | None], Zone]
    put: Callable[[Any, str | None, Zone], Any]
    own: bool = True
    open: bool = False
    secret: bool = False


NO_SUCH_COUNTER = ProblemKind(
    "no-such-counter", "There is no counter “{counter}” {where}.", "Use one of: {counters}.", (), waivable=False
)
NO_SUCH_ZONE = ProblemKind(
    "no-such-zone", "There is no place for cards called “{zone}”.", "Use one of: {zones}.", (), waivable=False
)
UNKNOWN_COUNTER = ProblemKind(
    "unknown-counter",
    "Nobody has told what {counter} stands at.",
    "Set it first: correct the counter with its new value.",
    (),
    waivable=False,
)
NOT_ENOUGH_CARDS = ProblemKind(
    "not-enough-cards",
    "{zone} does not hold {wanted}.",
    "Look again, or correct the count of {zone} first.",
    (),
    waivable=False,
)
ADJUST_UNCLEAR = ProblemKind(
    "adjust-unclear",
    "A correction names either a counter (with amount or set) or two places for cards (from and to).",
    "Give counter with amount or set, or from and to with cards or amount.",
    (),
    waivable=False,
)
NO_SUCH_RULING = ProblemKind(
    "no-such-ruling", "“{ruling}” has no choice “{choice}”.", "Choose one of: {choices}.", (), waivable=False
)
COMMON_PROBLEMS = (NO_SUCH_COUNTER, NO_SUCH_ZONE, UNKNOWN_COUNTER, NOT_ENOUGH_CARDS, ADJUST_UNCLEAR, NO_SUCH_RULING)

TALLIED = Reason("tallied", "counted by the table", ())
CORRECTED = Reason("corrected", "corrected by the table: {reason}", ())
OBSERVED = Reason("observed", "{card} was seen there", ())
RULED = Reason("ruled", "the table chose “{choice}” for {ruling}", ())
DETAIL_SET = Reason("detail-set", "the table tracks {level} from here on", ())
COMMON_REASONS = (TALLIED, CORRECTED, OBSERVED, RULED, DETAIL_SET)


def specs(
    counters: Sequence[Counter],
    zones: Sequence[ZoneSpec],
    switches: Sequence[str],
    forget: Callable[[Any], Any],
    settle: Callable[[Draft], None] = lambda draft: None,
) -> list[ActionSpec]:
    """The tools of a table with these counters, zones and rulings.

    `forget(position)` drops what is known of hidden cards, when the table stops tracking them. `settle(draft)` lets the
    room judge again who won, when a counter moves after the end.
    """
    by_name = {counter.name: counter for counter in counters}
    zone_names = {zone.name: zone for zone in zones}

    def counter_of(draft: Draft, action: Action) -> Counter | None:
        counter = by_name.get(action["counter"])
        if counter is None or counter.own != (action.get("player") is not None):
            own = action.get("player") is not None
            names = ", ".join(c.name for c in counters if c.own == own)
            where = "of a player" if own else "of the table"
            draft.refuse(NO_SUCH_COUNTER, counter=action["counter"], counters=names, where=where)
            return None
        return counter

    def move(draft: Draft, counter: Counter, player: str | None, to: int, reason: Reason, /, **values: Any) -> None:
        before = counter.get(draft.now, player)
        after = max(to, counter.low)
        if counter.high is not None:
            after = min(after, counter.high)
        draft.now = counter.put(draft.now, player, after)
        draft.moved(player, counter.name, before, after, reason, **values)
        if draft.now.outcome is not None:
            settle(draft)

    def score(draft: Draft, action: Action) -> None:
        counter = counter_of(draft, action)
        if counter is None:
            return
        before = counter.get(draft.now, action.get("player"))
        # A tally that nobody has started yet starts at the counter's own zero.
        move(
            draft,
            counter,
            action.get("player"),
            (before if before is not None else max(counter.low, 0)) + action["amount"],
            TALLIED,
        )

    def adjust(draft: Draft, action: Action) -> None:
        if (
            "counter" in action
            and ("amount" in action) != ("set" in action)
            and "from" not in action
            and "to" not in action
        ):
            adjust_counter(draft, action)
        elif (
            "counter" not in action
            and "from" in action
            and "to" in action
            and ("cards" in action) != ("amount" in action)
        ):
            move_cards(draft, action)
        else:
            draft.refuse(ADJUST_UNCLEAR)

    def adjust_counter(draft: Draft, action: Action) -> None:
        counter = counter_of(draft, action)
        if counter is None:
            return
        player = action.get("player")
        before = counter.get(draft.now, player)
        if "set" in action:
            to = action["set"]
        elif before is None:
            draft.refuse(UNKNOWN_COUNTER, counter=counter.title)
            return
        else:
            to = before + action["amount"]
        move(draft, counter, player, to, CORRECTED, reason=action["reason"])

    def zone_of(draft: Draft, text: str, player: str | None) -> tuple[ZoneSpec, str | None] | None:
        name, _colon, owner = text.partition(":")
        spec = zone_names.get(text) or zone_names.get(name)
        seat = owner or player
        if spec is None or (spec.own and seat not in {seated.name for seated in draft.now.players}):
            listed = ", ".join(f"{zone.name}:PLAYER" if zone.own else zone.name for zone in zones)
            draft.refuse(NO_SUCH_ZONE, zone=text, zones=listed)
            return None
        return spec, seat if spec.own else None

    def is_secret(text: str) -> bool:
        spec = zone_names.get(text) or zone_names.get(text.partition(":")[0])
        return spec is not None and spec.secret

    def move_cards(draft: Draft, action: Action) -> None:
        player = action.get("player")
        source, target = zone_of(draft, action["from"], player), zone_of(draft, action["to"], player)
        if source is None or target is None:
            return
        (spec, owner), (other, receiver) = source, target
        zone = spec.get(draft.now, owner)
        cards: Sequence[str | None] = action["cards"] if "cards" in action else [None] * action["amount"]
        lacking = zone.lacks(card for card in cards if card is not None)
        if lacking or (zone.size is not None and len(cards) > zone.size):
            wanted = ", ".join(lacking) if lacking else f"{len(cards)} cards"
            draft.refuse(NOT_ENOUGH_CARDS, zone=spec.title, wanted=wanted)
            return
        if other.open and None in cards:
            draft.need("cards")
            return
        taken = zone.remove(cards)
        draft.now = spec.put(draft.now, owner, taken)
        draft.moved(owner, spec.name, zone.size, taken.size, CORRECTED, reason=action["reason"])
        there = other.get(draft.now, receiver)
        grown = there.add(cards, other.open or draft.now.detail == "cards")
        draft.now = other.put(draft.now, receiver, grown)
        draft.moved(receiver, other.name, there.size, grown.size, CORRECTED, reason=action["reason"])

    def observe(draft: Draft, action: Action) -> None:
        found = zone_of(draft, action["zone"], action.get("player"))
        if found is None:
            return
        spec, owner = found
        zone = spec.get(draft.now, owner)
        if zone.size is not None and zone.unseen == 0:
            draft.refuse(NOT_ENOUGH_CARDS, zone=spec.title, wanted=f"a further card {action['card']}")
            return
        draft.now = spec.put(draft.now, owner, zone.see(action["card"]))
        draft.moved(owner, f"{spec.name}.known", None, action["card"], OBSERVED, card=action["card"])

    def rule(draft: Draft, action: Action) -> None:
        id_, choice = action["ruling"], action["choice"]
        if choice not in draft.rulings.options(id_):
            draft.refuse(NO_SUCH_RULING, ruling=id_, choice=choice, choices=", ".join(draft.rulings.options(id_)))
            return
        before = draft.rulings[id_]
        house = (*(pair for pair in draft.now.house if pair[0] != id_), (id_, choice))
        draft.now = draft.now._replace(house=house)
        draft.moved(None, f"ruling.{id_}", before, choice, RULED, ruling=id_, choice=choice)

    def set_detail(draft: Draft, action: Action) -> None:
        before, level = draft.now.detail, action["level"]
        draft.now = draft.now._replace(detail=level)
        if level != "cards":
            draft.now = forget(draft.now)
        draft.moved(None, "detail", before, level, DETAIL_SET, level=level)

    player = Field("player", "player", required=False)
    return [
        ActionSpec(
            "score",
            "Count",
            (player, Field("counter", "text"), Field("amount", "int", low=-9999, high=9999)),
            score,
            after_end=True,
            listed=False,
        ),
        ActionSpec(
            "adjust",
            "Correct",
            (
                player,
                Field("counter", "text", required=False),
                Field("amount", "int", required=False, low=-9999, high=9999),
                Field("set", "int", required=False, low=-9999, high=9999),
                Field("from", "text", required=False, about="a place for cards, as ZONE or ZONE:PLAYER"),
                Field("to", "text", required=False),
                Field("cards", "cards", required=False),
                Field("reason", "text"),
            ),
            adjust,
            after_end=True,
            listed=False,
            secret=("cards",),
            opened=lambda position, action: not (is_secret(action.get("from", "")) and is_secret(action.get("to", ""))),
        ),
        ActionSpec(
            "observe",
            "Saw a card",
            (player, Field("zone", "text"), Field("card", "card")),
            observe,
            listed=False,
            secret=("card",),
            opened=lambda position, action: not is_secret(action["zone"]),
        ),
        ActionSpec(
            "ruling",
            "Switch a ruling",
            (Field("ruling", "choice", options=tuple(switches)), Field("choice", "text")),
            rule,
            listed=False,
        ),
        ActionSpec(
            "detail",
            "Change the level of detail",
            (Field("level", "choice", options=DETAILS),),
            set_detail,
            listed=False,
        ),
    ]
