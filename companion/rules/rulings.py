"""The choices a table made where its rulebook is silent or contradicts itself.

A room names its switches (ids and choices, the default first); the questions and the reasons stand in
`data/<room>/rulings.toml`. What a table did not choose is the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType


class Rulings:
    """An immutable set of choices: `rulings["AS14"]` is the choice of that ruling."""

    __slots__ = ("_choices", "_switches")

    def __init__(self, switches: Mapping[str, tuple[str, ...]], choices: Mapping[str, str]) -> None:
        self._switches = switches
        self._choices = choices

    @classmethod
    def of(cls, switches: Mapping[str, tuple[str, ...]], chosen: Mapping[str, str]) -> Rulings:
        """The defaults with `chosen` laid over them; ValueError lists every unknown ruling or choice."""
        faults = []
        for id_, choice in chosen.items():
            if id_ not in switches:
                faults.append(f"rulings.{id_}: no ruling of this game that can be switched")
            elif choice not in switches[id_]:
                faults.append(f"rulings.{id_}: {choice!r}; expected one of: {', '.join(switches[id_])}")
        if faults:
            raise ValueError("; ".join(faults))
        return cls(switches, MappingProxyType({id_: chosen.get(id_, options[0]) for id_, options in switches.items()}))

    def __getitem__(self, id_: str) -> str:
        return self._choices[id_]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulings) and dict(self._choices) == dict(other._choices)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._choices.items())))

    def over(self, house: Iterable[tuple[str, str]]) -> Rulings:
        """With rulings switched during play laid over these."""
        return Rulings(self._switches, {**self._choices, **dict(house)})

    def chosen(self) -> dict[str, str]:
        """Only what differs from the default."""
        return {id_: choice for id_, choice in self._choices.items() if choice != self._switches[id_][0]}

    def options(self, id_: str) -> tuple[str, ...]:
        """The choices of a ruling, the default first; empty when it cannot be switched."""
        return self._switches.get(id_, ())
