"""The message catalogue: every sentence people read goes through here (GNU gettext, English message ids)."""

from __future__ import annotations

from gettext import NullTranslations

_catalogue = NullTranslations()


def _(text: str, /, **values: object) -> str:
    """The sentence in the person's language, with its ``{named}`` values filled in."""
    translated = _catalogue.gettext(text)
    return translated.format(**values) if values else translated


def n_(singular: str, plural: str, n: int, /, **values: object) -> str:
    """The form of the sentence for `n` things; `{n}` is filled in."""
    return _catalogue.ngettext(singular, plural, n).format(n=n, **values)
