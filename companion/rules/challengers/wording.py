"""Effects as sentences for people, made of the vocabulary (not the words printed on the cards)."""

from __future__ import annotations

from companion.rules.challengers.effects import Clause, Effect, Filter

MOMENTS = {
    "reveal": "On reveal",
    "attack": "During the attack",
    "bench": "From the bench",
    "flag": "In flag possession",
    "loss": "Flag loss",
    "picked": "When picked",
}

_WHILE = {"": "", "attacking": " while attacking", "holding": " in flag possession"}


def sentence(of: Clause | Effect) -> str:
    """What a clause, or a whole effect, does; "no effect" for none."""
    if isinstance(of, Clause):
        return f"{MOMENTS[of.when]}: {_does(of)}"
    parts = [*of.reveal, *of.attack, *of.bench, *of.flag, *of.loss, *of.picked]
    return "; ".join(map(sentence, parts)) or "no effect"


def cards(of: Filter, n: int = 1) -> str:
    """The cards a filter speaks of, one or several."""
    card = "card" if n == 1 else "cards"
    return {
        "card": card,
        "base": f"{card} of base power {of.value}",
        "base <=": f"{card} of base power {of.value} or less",
        "set": f"{str(of.value).replace('-', ' ').title()} {card}",
        "level": f"level {of.value} {card}",
        "name": f"{of.value}",
        "bench-effect": f"{card} with a From-the-bench effect",
    }[of.kind]


def _does(clause: Clause) -> str:
    n, of = clause.n, cards(clause.of, clause.n)
    whose = "the opponent's" if clause.theirs else "the own"
    count = f"up to {n}" if clause.optional else f"{n}"
    if clause.verb == "power":
        return f"{n:+} power{_given(clause)}"
    if clause.verb == "fans":
        return f"take {n} fan{'s' if n > 1 else ''}{_given(clause)}"
    return {
        "aura": f"every own {cards(clause.of)} has {n:+}{_WHILE[clause.while_]}",
        "next": f"the next own card has {n:+}",
        "exhaust": f"exhaust {count} {of} from {whose} bench",
        "mill": f"exhaust the {'top' if clause.top else 'bottom'} card of {whose} deck",
        "return": f"put {count} {of} from the own bench on top of the deck",
        "add": f"put {count} {of} from the tray {'on top of' if clause.top else 'under'} {whose} deck",
        "look": f"look at the top {n} cards of the own deck and put them back in any order",
        "search": "search the own deck for a card and put it on top",
        "told": "not known here; the table tells what it does",
    }[clause.verb]


def _given(clause: Clause) -> str:
    one = cards(clause.of)
    return {
        "": "",
        "per": f" for each {one} on the own bench",
        "per-set": " for each different set on the own bench",
        "per-slot": " for each empty slot of the own bench",
        "if": f" with at least one {one} on the own bench",
        "unless": f" with no {one} on the own bench",
        "deck": f" with at most {clause.limit} card{'' if clause.limit == 1 else 's'} left in the own deck",
        "trophies": f" with at most {clause.limit} own trophies",
    }[clause.given]
