"""The rulings that change play when a table switches them: id -> choices, the default first."""

from __future__ import annotations

SWITCHES: dict[str, tuple[str, ...]] = {
    # Do the cards purged for the bid trigger their Purge abilities?
    "SW8": ("triggers", "no-triggers"),
    # Who bids again after a tie for the highest bid?
    "SW10": ("tied-only", "everyone"),
    # Do cards purged from the hand (Prologue, end of the Epilogue) trigger?
    "SW13": ("triggers", "no-triggers"),
    # Who applies the Prologue ability of the Chapter?
    "SW15": ("each-player", "once"),
    # Who takes the first action of a later Chapter?
    "SW24": ("chapter-player", "claimer", "starting-player"),
    # Whose abilities may be used as an action: cards of both rows, or of the Active Row only?
    "SW28": ("both-rows", "active-row"),
    # Where do the cards flipped for a Challenge go?
    "SW34": ("hand", "purge-pile", "deck-bottom"),
    # Neither deck can give a card for the Challenge: who loses?
    "SW37": ("attacker-first", "draw"),
    # A tie for the most progress at the end of a Chapter.
    "SW41": ("nobody", "chapter-player", "other-player", "stays"),
}
