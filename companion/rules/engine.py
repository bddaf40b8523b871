"""The one idea of the rules: `judge` is the only way forward.

A `Game` is data plus pure functions. `Game.judge` takes a position, an action and the table's rulings and answers
with a `Verdict`: the next position and its changes, or every problem found, or what it must be told first. Checking
and applying are the same function, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.rules import codec
from companion.rules.fields import Fault, Field, check, fitting
from companion.rules.rulings import Rulings

Action = Mapping[str, Any]
"""An action as it travels: {"do": NAME, FIELD: VALUE...}, and "agreed" where the table agreed to an exception."""

_ALWAYS = ("do", "agreed")
_AGREED = (
    Field("by", "choices", low=1, about="who agreed"),
    Field("reason", "text", about="why the table agreed"),
)


class ProblemKind(NamedTuple):
    """A way in which an action can be wrong.

    `message` and `fix` are English templates over the problem's values, `rules` the sections it rests on. A waivable
    problem (turn, timing, cost, limit) may be set aside by an agreed exception; the others leave the action without
    meaning.
    """

    code: str
    message: str
    fix: str
    rules: tuple[str, ...]
    waivable: bool = True


class Problem(NamedTuple):
    """One reason why an action is illegal; its sentences are made when somebody reads them."""

    kind: ProblemKind
    values: Mapping[str, Any] = {}

    @property
    def code(self) -> str:
        return self.kind.code

    @property
    def message(self) -> str:
        return self.kind.message.format_map(self.values)

    @property
    def fix(self) -> str:
        return self.kind.fix.format_map(self.values)

    @property
    def rules(self) -> tuple[str, ...]:
        return self.kind.rules


class Reason(NamedTuple):
    """Why a counter moves: a stable code, an English template, and the rule sections it rests on."""

    code: str
    text: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...] = ()


class Change(NamedTuple):
    """One counter that moved: whose (None: the table's), which, from what to what (None: unknown), and why."""

    player: str | None
    counter: str
    before: Any
    after: Any
    reason: Reason
    values: Mapping[str, Any] = {}

    @property
    def why(self) -> str:
        return self.reason.text.format_map(self.values)

    @property
    def rules(self) -> tuple[str, ...]:
        return self.reason.rules

    @property
    def amount(self) -> int | None:
        """By how much a number moved; None where it is no number or one side is unknown."""
        if type(self.before) is int and type(self.after) is int:
            return self.after - self.before
        return None


class Outcome(NamedTuple):
    """How the game ended: the winners, and the code of a `Reason` in the game's `endings`."""

    winners: tuple[str, ...]
    reason: str


class Verdict(NamedTuple):
    """The answer to an action.

    `legal` is True (then `position` is the next one), False (then `problems` says why, all of it), or None: it depends
    on `needs`, the paths of what must be told. `notes` are problems set aside by an agreed exception.
    """

    legal: bool | None
    position: Any
    changes: tuple[Change, ...] = ()
    problems: tuple[Problem, ...] = ()
    needs: tuple[str, ...] = ()
    notes: tuple[Problem, ...] = ()


Allowed = Mapping[str, Any]
"""Allowed values by field: a tuple of values, or a `range` of numbers, or a `Subset` of cards."""


class Subset(NamedTuple):
    """Allowed: a list of `low` to `high` of the values `of`, and of `unseen` further ones that nobody has seen.

    `high` None: as many as there are; `unseen` None: nobody knows how many.
    """

    of: tuple[Any, ...]
    low: int = 0
    high: int | None = None
    unseen: int | None = 0


class Choice(NamedTuple):
    """A kind of action as it stands now: its allowed values per field, or all that forbids it."""

    do: str
    player: str | None
    allowed: Allowed
    problems: tuple[Problem, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.problems


def _over(position: Any, player: str | None, rulings: Rulings) -> tuple[Problem, ...]:
    return (Problem(GAME_OVER),)


_NAMING = ("player", "players")
_NONE: Allowed = {}
# What a NamedTuple's constructor does, without its detour: choices are made by the dozen at every move.
_new = tuple.__new__


class Seated(Protocol):
    """What every game's seat has."""

    @property
    def name(self) -> str: ...


class Position(Protocol):
    """What every game's position has; a NamedTuple that goes to JSON and back."""

    @property
    def players(self) -> tuple[Any, ...]: ...
    @property
    def detail(self) -> str: ...
    @property
    def house(self) -> tuple[tuple[str, str], ...]:
        """Rulings switched during play, laid over the table's."""

    @property
    def outcome(self) -> Outcome | None: ...
    def _replace(self, **changes: Any) -> Any: ...


class Counter(NamedTuple):
    """A number on the table: how to read and write it, and its bounds. `own` ones belong to a seat."""

    name: str
    title: str
    get: Callable[[Any, str | None], int | None]
    put: Callable[[Any, str | None, int | None], Any]
    own: bool = True
    low: int = 0
    high: int | None = None


class Draft:
    """One judgement in progress: the position being made, what moved, and all that speaks against it."""

    __slots__ = ("agreed", "changes", "game", "needs", "notes", "now", "problems", "rulings")

    def __init__(self, game: Game, position: Any, rulings: Rulings, agreed: bool) -> None:
        self.game = game
        self.now = position
        self.rulings = rulings
        self.agreed = agreed
        self.changes: list[Change] = []
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []
        self.needs: list[str] = []

    def refuse(self, kind: ProblemKind, /, **values: Any) -> None:
        """Hold `kind` against the action (or note it, where the table agreed to it)."""
        self.hold((Problem(kind, values),))

    def hold(self, problems: Iterable[Problem]) -> None:
        """Hold these problems against the action; the same one twice counts once."""
        for problem in problems:
            found = self.notes if self.agreed and problem.kind.waivable else self.problems
            if problem not in found:
                found.append(problem)

    def need(self, path: str) -> None:
        """The answer depends on what lies at `path` of the position or the action."""
        if path not in self.needs:
            self.needs.append(path)

    @property
    def stopped(self) -> bool:
        """Whether the action cannot be applied as things stand."""
        return bool(self.problems or self.needs)

    def moved(
        self, player: str | None, counter: str, before: Any, after: Any, reason: Reason, /, **values: Any
    ) -> None:
        """Record that a counter moved; nothing is recorded when it stands where it stood."""
        if before != after or before is None:
            self.changes.append(_new(Change, (player, counter, before, after, reason, values)))


class ActionSpec(NamedTuple):
    """One kind of action of a game.

    `forbids(position, player, rulings)` gives whatever speaks against it before any field is filled in; `offers` the
    allowed values of its fields; `perform(draft, action)` checks the fields and applies it. `forbids` is asked by both
    `judge` and `choices`, so what one greys the other refuses for the same reasons. `secret` fields are for their own
    seat's eyes until `opened(position, action)`.
    """

    do: str
    title: str
    fields: tuple[Field, ...]
    perform: Callable[[Draft, Action], None]
    forbids: Callable[[Any, str | None, Rulings], Sequence[Problem]] = lambda position, player, rulings: ()
    offers: Callable[[Any, str | None, Rulings], Allowed] = lambda position, player, rulings: {}
    after_end: bool = False
    by_seat: bool = True
    secret: tuple[str, ...] = ()
    opened: Callable[[Any, Action], bool] = lambda position, action: True
    listed: bool = True
    """False for the table's own tools (score, adjust, observe...): always at hand, so not listed as choices."""


MALFORMED = ProblemKind("malformed", "{path}: {expected}.", "Correct the field {path}.", (), waivable=False)
NO_SUCH_ACTION = ProblemKind(
    "no-such-action", "“{do}” is no action of this game.", "Use one of: {actions}.", (), waivable=False
)
NO_SUCH_PLAYER = ProblemKind(
    "no-such-player", "Nobody called {player} sits at this table.", "Use one of: {players}.", (), waivable=False
)
GAME_OVER = ProblemKind(
    "game-over", "The game has ended.", "Undo the last entry, or start a new game.", (), waivable=False
)
ENGINE_PROBLEMS = (MALFORMED, NO_SUCH_ACTION, NO_SUCH_PLAYER, GAME_OVER)


class Game:
    """The rules of one game, assembled by its room.

    `start(players, box, rulings)` gives the position after set-up, with all that chance or a hidden choice decides left
    unknown; `totals` and `seen_by` are as in the contract; `read_box(cards, values)` makes the immutable box of
    cards that positions carry; `doubts(position)` lists what cannot occur in it; `actor(position)` is whose turn it is.
    All of it is pure.
    """

    def __init__(
        self,
        *,
        id: str,
        name: str,
        room: str,
        code: str,
        seats: range,
        version: int,
        position_type: Any,
        specs: Sequence[ActionSpec],
        problems: Sequence[ProblemKind],
        reasons: Sequence[Reason],
        endings: Mapping[str, Reason],
        switches: Mapping[str, tuple[str, ...]],
        start: Callable[[Sequence[str], Any, Rulings], Any],
        totals: Callable[[Any, Rulings], dict[str, Any]],
        seen_by: Callable[[Any, str | None], Any],
        doubts: Callable[[Any], list[Fault]],
        card_kinds: Mapping[str, Any],
        read_box: Callable[[Sequence[Any], Mapping[str, Any]], tuple[Any, list[Fault]]],
        actor: Callable[[Any], str | None],
        counters: Sequence[Counter] = (),
    ) -> None:
        self.id = id
        self.name = name
        self.room = room
        self.code = code
        self.seats = seats
        self.version = version
        self.position_type = position_type
        self.specs: dict[str, ActionSpec] = {spec.do: spec for spec in specs}
        self.problems: dict[str, ProblemKind] = {kind.code: kind for kind in (*ENGINE_PROBLEMS, *problems)}
        self.reasons: dict[str, Reason] = {reason.code: reason for reason in reasons}
        self.endings = endings
        self.switches = switches
        self.card_kinds = card_kinds
        self.start = start
        self.totals = totals
        self.seen_by = seen_by
        self.doubts = doubts
        self.read_box = read_box
        self.actor = actor
        self.counters: dict[str, Counter] = {counter.name: counter for counter in counters}
        self._listed = [(spec.do, spec.forbids, spec.offers, spec.after_end) for spec in specs if spec.listed]
        self._fits = {spec.do: fitting(spec.fields, _ALWAYS) for spec in specs}
        self._naming = {spec.do: [field for field in spec.fields if field.kind in _NAMING] for spec in specs}

    def rulings(self, chosen: Mapping[str, str] | None = None) -> Rulings:
        """The defaults of this game with the choices of a table laid over them (ValueError with every fault)."""
        return Rulings.of(self.switches, chosen or {})

    def judge(self, position: Any, action: Action, rulings: Rulings) -> Verdict:
        """Whether `action` is legal in `position`, and what comes of it."""
        if position.house:
            rulings = rulings.over(position.house)
        do = action.get("do")
        spec = self.specs.get(do) if type(do) is str else None
        if spec is None:
            values = {"do": str(do)[:60], "actions": ", ".join(self.specs)}
            return Verdict(False, position, problems=(Problem(NO_SUCH_ACTION, values),))
        faults = [] if self._fits[spec.do](action) else check(action, spec.fields, _ALWAYS)
        agreed = action.get("agreed")
        if agreed is not None:
            faults += _faults_of_agreement(agreed)
        if faults:
            return Verdict(False, position, problems=tuple(Problem(MALFORMED, fault._asdict()) for fault in faults))
        draft = Draft(self, position, rulings, agreed is not None)
        player = action.get("player") if spec.by_seat else None
        strangers = self._strangers(position, spec.do, action)
        if strangers:
            return Verdict(False, position, problems=strangers)
        if position.outcome is not None and not spec.after_end:
            draft.refuse(GAME_OVER)
        else:
            draft.hold(spec.forbids(position, player, rulings))
            spec.perform(draft, action)
        if draft.problems:
            return Verdict(False, position, (), tuple(draft.problems), (), tuple(draft.notes))
        if draft.needs:
            return Verdict(None, position, (), (), tuple(draft.needs), tuple(draft.notes))
        return _new(Verdict, (True, draft.now, tuple(draft.changes), (), (), tuple(draft.notes)))

    def _strangers(self, position: Any, do: str, action: Action) -> tuple[Problem, ...]:
        naming = self._naming[do]
        if not naming:
            return ()
        names = [seat.name for seat in position.players]
        problems: list[Problem] = []
        for field in naming:
            given = action.get(field.name)
            if given is None or given in names:
                continue
            problems += [
                Problem(NO_SUCH_PLAYER, {"player": name, "players": ", ".join(names)})
                for name in ((given,) if field.kind == "player" else given)
                if name not in names
            ]
        return tuple(problems)

    def choices(self, position: Any, rulings: Rulings, viewer: str | None = None) -> list[Choice]:
        """Every kind of action once, for the seat `viewer` (None: whoever is to act)."""
        if position.house:
            rulings = rulings.over(position.house)
        player = self.actor(position) if viewer is None else viewer
        if position.outcome is not None:
            listed = [
                (do, forbids if after_end else _over, offers, after_end)
                for do, forbids, offers, after_end in self._listed
            ]
        else:
            listed = self._listed
        return [
            _new(
                Choice,
                (
                    do,
                    player,
                    _NONE if (problems := forbids(position, player, rulings)) else offers(position, player, rulings),
                    problems,
                ),
            )
            for do, forbids, offers, _after_end in listed
        ]

    def replay(self, position: Any, actions: Iterable[Action], rulings: Rulings) -> Any:
        """The position after `actions`, each of which must be legal (ValueError names the first that is not)."""
        for number, action in enumerate(actions, 1):
            verdict = self.judge(position, action, rulings)
            if not verdict.legal:
                reasons = [problem.message for problem in verdict.problems] or list(verdict.needs)
                raise ValueError(f"action {number} ({action.get('do')}) no longer stands: {'; '.join(reasons)}")
            position = verdict.position
        return position

    def to_json(self, position: Any) -> dict[str, Any]:
        """The position as plain JSON values; the box of cards does not travel with it."""
        document: dict[str, Any] = codec.encode(position)
        return document

    def from_json(self, document: Any, box: Any) -> tuple[Any, list[Fault]]:
        """The position in `document` over the cards of `box`, or None with every fault and its path."""
        position, faults = codec.decode(self.position_type, document, given={"box": box})
        return position, faults

    def action_seen_by(self, position: Any, action: Action, viewer: str | None) -> Action:
        """The action with what `viewer` may not know yet taken out (in the log, in undo, in an export)."""
        spec = self.specs.get(action.get("do", ""))
        own = viewer is not None and action.get("player") == viewer
        if spec is None or not spec.secret or own or spec.opened(position, action):
            return action
        return {name: value for name, value in action.items() if name not in spec.secret}


def _faults_of_agreement(agreed: Any) -> list[Fault]:
    if not isinstance(agreed, Mapping):
        return [Fault("agreed", "expected an object with by and reason")]
    faults = check(agreed, _AGREED[1:], ("by",), at="agreed.")
    by = agreed.get("by")
    if not isinstance(by, list | tuple) or not by or not all(type(name) is str and 0 < len(name) <= 100 for name in by):
        faults.append(Fault("agreed.by", "expected a list of one or more names"))
    return faults
