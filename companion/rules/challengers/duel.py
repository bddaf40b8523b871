"""The duel of two decks: one kernel without messages.

`judge` makes a `Duel` of a match on the table, takes one step and reads it off again; an estimator plays whole decks
through the same steps. The kernel knows no tables, no wording and no chance: whoever drives it hands in the card that
was revealed and answers what is `asked`. A card nobody has seen is None, a deck of unknown size is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from companion.rules.challengers.cards import SLOTS, Card
from companion.rules.challengers.effects import Clause

Stage = Literal["waiting", "start", "attack", "revealed", "lost", "flag", "over"]
"""Nobody has started; the starter's first card is awaited; an attacking card is awaited; a card was revealed and its
effect is resolved; the flag was lost and that is resolved; the flag was taken and that is resolved; over."""

Why = Literal["deck", "bench", "conceded", "told"]
"""How a duel was lost: no card left to reveal, no slot on the bench, given up, or the table told only who won."""

MAX_REVEALS = 500
"""Effects that return cards can go on for ever; after so many reveals the table enters the result (CH48)."""


class Asked(NamedTuple):
    """Something only the table (or a player of a simulation) can answer: what `clause` of `card` does, by `side`."""

    side: int
    card: Card
    clause: Clause


class Side:
    """One player's half of a duel: lists to be worked on, the top or newest card last."""

    __slots__ = (
        "added", "auras", "base", "bench", "deck", "during", "exhaust", "fans", "kept", "names", "next", "stack",
        "trophies",
    )  # fmt: skip

    def __init__(self, deck: list[Card | None] | None, trophies: int = 0) -> None:
        self.deck = deck
        self.trophies = trophies
        self.bench: list[Card] = []
        self.names: dict[str, int] = {}
        """How many cards of each name lie on the bench: its slots."""
        self.auras: list[Clause] = []
        self.stack: list[Card] = []
        """The attack so far, or the flag card with the cards slid under it."""
        self.kept: list[int] = []
        """The immediate bonus of each card of the stack."""
        self.base = 0
        """Base powers and immediate bonuses of the stack."""
        self.during: list[Clause] = []
        """What the cards of this attack give during the attack."""
        self.next = 0
        self.exhaust: list[Card] = []
        self.added: list[Card | None] = []
        """Cards that came in from the tray."""
        self.fans = 0

    def attack(self) -> int:
        """The power of all cards of this attack together."""
        total = self.base
        if self.during:
            total += sum(map(self.amount, self.during))
        if self.auras:
            for clause in self.auras:
                if clause.while_ != "holding":
                    total += clause.n * sum(map(clause.of.fits, self.stack))
        return total

    def defence(self) -> int:
        """The power of the flag card: its own, its kept bonus, its effect in flag possession, and the bench's."""
        card = self.stack[-1]
        total = card.power + self.kept[-1]
        if card.effect.flag:
            total += sum([self.amount(clause) for clause in card.effect.flag if clause.verb == "power"])
        if self.auras:
            for clause in self.auras:
                if clause.while_ != "attacking" and clause.of.fits(card):
                    total += clause.n
        return total

    def amount(self, clause: Clause) -> int:
        """What a power clause gives as things stand now."""
        given = clause.given
        if not given:
            return clause.n
        if given == "per":
            return clause.n * sum(map(clause.of.fits, self.bench))
        if given == "per-slot":
            return clause.n * max(SLOTS - len(self.names), 0)
        if given == "per-set":
            return clause.n * len({card.set for card in self.bench})
        if given == "deck":
            return clause.n if self.deck is not None and len(self.deck) <= clause.limit else 0
        return clause.n if any(map(clause.of.fits, self.bench)) == (given == "if") else 0

    def onto_bench(self, cards: Sequence[Card]) -> None:
        """Move `cards` to the bench; whether it has the slots is tested by the duel."""
        self.bench += cards
        names = self.names
        for card in cards:
            name = card.name
            names[name] = names.get(name, 0) + 1
            if card.effect.bench:
                self.auras += [clause for clause in card.effect.bench if clause.verb == "aura"]

    def off_bench(self, card: Card) -> None:
        """Take one such card off the bench."""
        self.bench.remove(card)
        if self.names[card.name] == 1:
            del self.names[card.name]
        else:
            self.names[card.name] -= 1
        for clause in card.effect.bench:
            if clause.verb == "aura":
                self.auras.remove(clause)

    def put_in_deck(self, cards: Sequence[Card | None], top: bool) -> None:
        """Put `cards` on top of the deck or under it."""
        if self.deck is not None:
            self.deck[len(self.deck) if top else 0 : 0] = cards

    def take_from_deck(self, card: Card | None, top: bool) -> None:
        """Take away the card at one end of the deck, seen as `card`."""
        if self.deck:
            del self.deck[-1 if top else 0]
        if card is not None:
            self.exhaust.append(card)


class Duel:
    """Two sides (0 and 1) and the flag. `turn` is the side that reveals next, `holder` the side with the flag."""

    __slots__ = (
        "asked", "defended", "holder", "loss_first", "peak", "reveals", "sides", "stage", "turn", "why", "winner",
    )  # fmt: skip

    def __init__(self, sides: tuple[Side, Side], starter: int, loss_first: bool = False) -> None:
        self.sides = sides
        self.turn = starter
        self.loss_first = loss_first
        """Flag loss before the stack goes to the bench (the other choice of CH16)."""
        self.stage: Stage = "start"
        self.holder: int | None = None
        self.asked: list[Asked] = []
        self.reveals = 0
        self.peak = 0
        self.defended = 0
        """The power of the attack and of the flag card when they were last compared."""
        self.winner: int | None = None
        self.why: Why | None = None

    def reveal(self, card: Card) -> None:
        """Play `card`, which the driver has taken from the deck of the side whose turn it is."""
        side = self.sides[self.turn]
        bonus = side.next
        if bonus:
            side.next = 0
        side.stack.append(card)
        side.kept.append(bonus)
        side.base += card.power + bonus
        self.reveals += 1
        self.stage = "revealed"
        effect = card.effect
        if effect.text:
            # The first card of a duel attacks nobody (CH26).
            if effect.attack and self.holder is not None:
                side.during += effect.attack
            for clause in effect.reveal:
                self.resolve(self.turn, card, clause)
            if self.asked:
                return
        self._compare()

    def go_on(self) -> None:
        """Take up the duel where it stopped to ask: every step until something is asked again, or a card is awaited."""
        if self.asked:
            return
        if self.stage == "revealed":
            self._compare()
        elif self.stage == "lost":
            self._flag_is_lost()
        elif self.stage == "flag":
            self._next_attack()

    def _compare(self) -> None:
        """Hold the attack against the flag card (the first card of a duel takes the flag as it is)."""
        holder = self.holder
        if holder is None:
            self._take_flag()
            return
        side = self.sides[self.turn]
        self.peak = side.attack() if side.during or side.auras else side.base
        self.defended = self.sides[holder].defence()
        if self.peak >= self.defended:
            self._lose_flag(holder)
            return
        self.stage = "attack"
        if not side.deck and side.deck is not None:
            self.end(holder, "deck")

    def _lose_flag(self, holder: int) -> None:
        """The stack goes to the bench, then flag loss (or the other way round, CH16)."""
        self.stage = "lost"
        card = self.sides[holder].stack[-1]
        if not self.loss_first:
            self._bench_stack(holder)
        for clause in card.effect.loss:
            self.resolve(holder, card, clause)
        if not self.asked:
            self._flag_is_lost()

    def _flag_is_lost(self) -> None:
        """After flag loss: the test of the bench, then the attacker takes the flag."""
        assert self.holder is not None
        loser = self.sides[self.holder]
        if loser.stack:
            self._bench_stack(self.holder)
            if self.asked:
                return
        if len(loser.names) > SLOTS:
            self.end(self.turn, "bench")
        else:
            self._take_flag()

    def _take_flag(self) -> None:
        """The flag goes to the top card of the attack, and what that card does in flag possession happens."""
        at = self.turn
        side = self.sides[at]
        self.holder = at
        self.stage = "flag"
        if side.during:
            side.during = []
        card = side.stack[-1]
        if card.effect.flag:
            for clause in card.effect.flag:
                if clause.verb != "power":
                    self.resolve(at, card, clause)
            if self.asked:
                return
        self._next_attack()

    def _next_attack(self) -> None:
        """The other side attacks, if it has a card (CH19, CH20)."""
        assert self.holder is not None
        self.turn = 1 - self.holder
        self.stage = "attack"
        deck = self.sides[self.turn].deck
        if not deck and deck is not None:
            self.end(self.holder, "deck")

    def end(self, winner: int, why: Why) -> None:
        """The duel is over."""
        self.winner, self.why, self.stage = winner, why, "over"
        self.asked.clear()

    def _bench_stack(self, at: int) -> None:
        side = self.sides[at]
        stack = side.stack
        side.stack, side.kept, side.base = [], [], 0
        self.onto_bench(at, stack)

    def onto_bench(self, at: int, cards: Sequence[Card]) -> None:
        """Move `cards` to a bench, and ask for what a From-the-bench effect says where that is unknown."""
        self.sides[at].onto_bench(cards)
        for card in cards:
            if card.effect.bench:
                told = [clause for clause in card.effect.bench if clause.verb == "told"]
                self.asked += [Asked(at, card, clause) for clause in told]

    def test_bench(self, at: int) -> None:
        """End the duel where an effect put more names on a bench than it has slots (CH24).

        While the flag changes hands the loser's bench is tested after its flag loss (CH16).
        """
        if len(self.sides[at].names) > SLOTS and not (self.stage == "lost" and at == self.holder):
            self.end(1 - at, "bench")

    def resolve(self, at: int, card: Card, clause: Clause) -> None:
        """Do what a clause says, as far as possible; ask where somebody has to choose or to look."""
        side = self.sides[at]
        verb = clause.verb
        if verb == "power":
            amount = side.amount(clause)
            side.kept[-1] += amount
            side.base += amount
        elif verb == "fans":
            if clause.given != "trophies" or side.trophies <= clause.limit:
                side.fans += clause.n
        elif verb == "next":
            side.next += clause.n
        elif verb in ("exhaust", "return"):
            fitting = [found for found in self.sides[self.whose(at, clause)].bench if clause.of.fits(found)]
            if not fitting:
                return
            if not clause.optional and (len(fitting) <= clause.n or len({found.id for found in fitting}) == 1):
                self._off_bench(at, clause, fitting[: clause.n])
            else:
                self.asked.append(Asked(at, card, clause))
        elif verb == "mill":
            deck = self.sides[self.whose(at, clause)].deck
            end = -1 if clause.top else 0
            if deck and deck[end] is not None:
                self.sides[self.whose(at, clause)].take_from_deck(deck[end], clause.top)
            elif deck != []:
                self.asked.append(Asked(at, card, clause))
        elif verb not in ("look", "search") or side.deck != []:
            self.asked.append(Asked(at, card, clause))

    @staticmethod
    def whose(at: int, clause: Clause) -> int:
        """The side whose cards a clause of side `at` touches."""
        return 1 - at if clause.theirs else at

    def _off_bench(self, at: int, clause: Clause, cards: Iterable[Card]) -> None:
        side = self.sides[self.whose(at, clause)]
        for card in cards:
            side.off_bench(card)
            if clause.verb == "exhaust":
                side.exhaust.append(card)
            else:
                side.put_in_deck((card,), top=True)

    def answer(self, cards: Sequence[Card | None] = ()) -> None:
        """Answer what was asked first with the cards chosen or seen (None: a card nobody saw), then go on.

        look: the new order of the top cards, the top one last, or none for an order nobody told. search: the card put
        on top. told: what came of it has been done by the driver.
        """
        at, _card, clause = self.asked.pop(0)
        verb = clause.verb
        target = self.sides[self.whose(at, clause)]
        if verb in ("exhaust", "return"):
            self._off_bench(at, clause, [card for card in cards if card is not None])
        elif verb == "mill":
            target.take_from_deck(cards[0] if cards else None, clause.top)
        elif verb == "add":
            target.put_in_deck(cards, clause.top)
            target.added.extend(cards)
        elif verb == "look" and target.deck is not None:
            top = min(clause.n, len(target.deck))
            target.deck[len(target.deck) - top :] = cards or [None] * top
        elif verb == "search" and target.deck is not None and cards:
            rest, found = target.deck, cards[0]
            gone = found if found in rest else None
            del rest[rest.index(gone) if gone in rest else 0]
            # The rest is shuffled: which card lies where is known no longer, unless all are (in a simulation).
            if found is None or None in rest:
                rest[:] = [None] * len(rest)
            rest.append(found)
        self.go_on()
