"""What cards say, as a small vocabulary that the duel executes.

A card's effect is one or more clauses joined by ";". Each begins with its moment (the printed keyword), for example

    reveal: power +1 per base 3 on bench        attack: power +3              flag: fans 2
    reveal: exhaust up to 2 card from bench     bench: set city +1            loss: exhaust 1 "Prince" from bench
    reveal: add 1 level B on top of opponent    bench: card +1 while attacking

`told` stands for an effect the data does not know: the table says what comes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

When = Literal["reveal", "attack", "bench", "flag", "loss", "picked"]
"""The moments of an effect: on reveal (no keyword), During the attack, From the bench, In flag possession, Flag loss,
When picked."""

MOMENTS: tuple[When, ...] = ("reveal", "attack", "bench", "flag", "loss", "picked")


class Filter(NamedTuple):
    """Which cards a clause speaks of: any, or by base power, set, level, name or a From-the-bench effect."""

    kind: str = "card"
    value: Any = None

    def fits(self, card: Any) -> bool:
        """Whether `card` (a cards.Card) is one of them."""
        kind, value = self
        if kind == "set":
            return bool(card.set == value)
        if kind == "base":
            return bool(card.power == value)
        if kind == "level":
            return bool(card.level == value)
        if kind == "name":
            return bool(card.name == value)
        if kind == "base <=":
            return bool(card.power <= value)
        return kind == "card" or bool(card.effect.bench)


class _Clause(NamedTuple):
    """The fields of a clause.

    `verb`: power (this card), aura (own cards that fit), next (own next revealed card), fans, exhaust (from a bench),
    mill (from a deck), return (own bench to the top of the own deck), add (from the tray), look (top cards, put
    back in any order), search (own deck for a card to put on top), told.
    """

    when: When
    verb: str
    text: str
    n: int = 0
    of: Filter = Filter()
    given: str = ""
    """What the amount hangs on: per, per-set, per-slot, if, unless, deck (at most `limit` left), trophies (same)."""
    limit: int = 0
    optional: bool = False
    theirs: bool = False
    top: bool = True
    while_: str = ""
    """An aura that counts only while attacking or only while holding the flag."""


class Clause(_Clause):
    """One thing a card does at one moment."""

    __slots__ = ()
    EXPECTED = "one clause of an effect, like 'reveal: power +3 if base 1 on bench'"

    @classmethod
    def parse(cls, text: str) -> Clause:
        """The clause of a text; ValueError where it is none."""
        moment, colon, rest = text.partition(":")
        when, rest = moment.strip(), " ".join(rest.split())
        if not colon or when not in MOMENTS:
            raise ValueError(f"{text[:60]!r} does not begin with one of: {', '.join(m + ':' for m in MOMENTS)}")
        for pattern, values in _PATTERNS:
            found = pattern.fullmatch(rest)
            if found is not None:
                clause = cls(when, text=f"{when}: {rest}", **values(found))
                if clause.verb in _AT.get(when, _INSTANT):
                    return clause
                raise ValueError(f"{text[:60]!r}: not something that can happen at {when!r}")
        raise ValueError(f"{text[:60]!r} is not in the vocabulary")

    def __str__(self) -> str:
        return self.text


_INSTANT = frozenset(("power", "next", "fans", "exhaust", "mill", "return", "add", "look", "search", "told"))
_AT: dict[str, frozenset[str]] = {
    "attack": frozenset(("power",)),
    "bench": frozenset(("aura", "told")),
    "loss": _INSTANT - {"power"},
    "picked": frozenset(("fans", "told")),
}

_OF = r"""(?P<of>card|base <=\d{1,2}|base \d{1,2}|set [a-z-]{1,30}|level [A-Z]{1,4}|bench-effect|"[^";]{1,60}")"""
_N = r"(?P<n>\d{1,2})"
_SIGNED = r"(?P<n>[+-]\d{1,2})"


def _of(text: str) -> Filter:
    if text.startswith('"'):
        return Filter("name", text.strip('"'))
    kind, _space, value = text.partition(" ")
    if kind == "base":
        return Filter("base <=", int(value[2:])) if value.startswith("<=") else Filter("base", int(value))
    return Filter(kind, value or None)


def _words(verb: str, **fixed: Any) -> Callable[[re.Match[str]], dict[str, Any]]:
    def values(found: re.Match[str]) -> dict[str, Any]:
        groups = found.groupdict()
        made: dict[str, Any] = {"verb": verb, **fixed}
        if groups.get("n"):
            made["n"] = int(groups["n"])
        if groups.get("of"):
            made["of"] = _of(groups["of"])
        if groups.get("limit"):
            made["limit"] = int(groups["limit"])
        if groups.get("while_"):
            made["while_"] = groups["while_"]
        if groups.get("upto"):
            made["optional"] = True
        if groups.get("theirs"):
            made["theirs"] = True
        if groups.get("end"):
            made["top"] = groups["end"] == "top"
        return made

    return values


_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]], ...] = tuple(
    (re.compile(pattern), values)
    for pattern, values in (
        ("told", _words("told")),
        (f"power {_SIGNED}", _words("power")),
        (f"power {_SIGNED} per set on bench", _words("power", given="per-set")),
        (f"power {_SIGNED} per empty slot", _words("power", given="per-slot")),
        (f"power {_SIGNED} per {_OF} on bench", _words("power", given="per")),
        (f"power {_SIGNED} if {_OF} on bench", _words("power", given="if")),
        (f"power {_SIGNED} unless {_OF} on bench", _words("power", given="unless")),
        (rf"power {_SIGNED} if deck <= (?P<limit>\d+)", _words("power", given="deck")),
        (f"{_OF} {_SIGNED}(?: while (?P<while_>attacking|holding))?", _words("aura")),
        (f"next {_SIGNED}", _words("next")),
        (f"fans {_N}", _words("fans")),
        (rf"fans {_N} if trophies <= (?P<limit>\d+)", _words("fans", given="trophies")),
        (f"exhaust (?P<upto>up to )?{_N} {_OF} from (?P<theirs>opponent )?bench", _words("exhaust")),
        ("exhaust 1 from (?P<end>top|bottom) of (?P<theirs>opponent )?deck", _words("mill", n=1)),
        (f"return (?P<upto>up to )?{_N} {_OF} from bench", _words("return")),
        (f"add {_N} {_OF} (?P<end>top|bottom) of (?P<theirs>opponent )?deck", _words("add")),
        (f"look {_N}", _words("look")),
        ("search", _words("search", n=1)),
    )
)


class _Effect(NamedTuple):
    text: str = ""
    reveal: tuple[Clause, ...] = ()
    attack: tuple[Clause, ...] = ()
    bench: tuple[Clause, ...] = ()
    flag: tuple[Clause, ...] = ()
    loss: tuple[Clause, ...] = ()
    picked: tuple[Clause, ...] = ()


class Effect(_Effect):
    """All a card says, its clauses sorted by moment."""

    __slots__ = ()
    EXPECTED = "an effect: clauses joined by ';', like 'attack: power +3', or nothing"

    @classmethod
    def parse(cls, text: str) -> Effect:
        """The effect of a text ("" is none); ValueError where a clause is not in the vocabulary."""
        clauses = [Clause.parse(part) for part in text.split(";") if part.strip()]
        by_moment = [tuple([clause for clause in clauses if clause.when == moment]) for moment in MOMENTS]
        reveal, attack, bench, flag, loss, picked = by_moment
        return cls("; ".join(map(str, clauses)), reveal, attack, bench, flag, loss, picked)

    def __str__(self) -> str:
        return self.text

    @property
    def told(self) -> bool:
        """Whether any of it is unknown, so that the table has to say what happens."""
        return any(clause.verb == "told" for moment in MOMENTS for clause in getattr(self, moment))


NONE = Effect()
"""A card that says nothing."""
