"""Everything that can speak against an action, why counters move, and how a game ends, each with its rule sections."""

from __future__ import annotations

from companion.rules.engine import ProblemKind, Reason


def _kind(code: str, message: str, fix: str, *rules: str, waivable: bool = True) -> ProblemKind:
    return ProblemKind(code, message, fix, rules, waivable)


# Whose turn it is, and what it has room for.
NAME_A_PLAYER = _kind("name-a-player", "Nobody said whose turn it is.", "Name the player.", "AS-5.2", waivable=False)
NOT_YOUR_TURN = _kind("not-your-turn", "It is {turn}'s turn, not {player}'s.", "Wait for {turn}.", "AS-5.2")
HAS_LEFT = _kind("has-left", "{player} has left the game.", "Play for another seat.", "AS-5.2", waivable=False)
LORD_FALLEN = _kind(
    "lord-fallen",
    "The Lord of Darkness has fallen: no further turns.",
    "Tell the skills and the counters that decide, then finish.",
    "AS-7.1",
)
SKILLS_FIRST = _kind(
    "skills-first",
    "First skills are still to be chosen by: {players}.",
    "Choose them first; they are revealed together.",
    "AS-6.1",
)
ACTED = _kind("acted", "{player} has already used the action of this turn.", "End the turn.", "AS-5.3")
NO_ACTION_YET = _kind(
    "no-action-yet",
    "{player} has not used the action of this turn yet.",
    "Take an action; Heal passes the turn.",
    "AS-5.3",
    "AS-9.2",
)
ONLY_HEAL = _kind(
    "only-heal",
    "{player} began this turn at zero life and may only Heal.",
    "Take the Heal action (1 life) and end the turn.",
    "AS-4.11",
    "AS-5.5",
)
OWES_DISCARDS = _kind(
    "owes-discards", "{player} still has {n} cards to discard.", "Discard {n} first.", "AS-4.28", "AS-4.35"
)
FIGHT_ON = _kind("fight-on", "{player} is in a fight.", "Resolve the fight first.", "AS-5.41")
NO_FIGHT = _kind("no-fight", "No fight is going on.", "Roll the dice for a fight first.", "AS-5.28", waivable=False)
CARDS_PLAYED = _kind(
    "cards-played", "The cards of step 2 have been played.", "Go on with Combat cards, or resolve.", "AS-5.29"
)
CARDS_FIRST = _kind(
    "cards-first",
    "First play cards against the effect (or none).",
    "Play the cards of step 2 first.",
    "AS-5.29",
    "AS-5.30",
)
NO_CHALLENGE = _kind(
    "no-challenge",
    "The Current Episode is no Challenge.",
    "Contribute when a Challenge is the Current Episode.",
    "AS-5.6",
    waivable=False,
)
NO_ENEMY = _kind(
    "no-enemy",
    "The Current Episode is no Enemy and no Lord of Darkness.",
    "Fight when one of them is the Current Episode.",
    "AS-5.7",
    waivable=False,
)

# Cards.
UNKNOWN_CARD = _kind(
    "unknown-card", "“{card}” is no {what} of this box.", "Use a card of the box.", "AS-4.16", waivable=False
)
NOT_HELD = _kind("not-held", "{place} does not hold {cards}.", "Use cards that lie there.", "AS-5.22", waivable=False)
NAME_CARDS = _kind("name-cards", "Every card in {place} is known.", "Name the cards.", "AS-5.22", waivable=False)
ALL_ELSEWHERE = _kind(
    "all-elsewhere",
    "All {n} copies of {card} in this game lie elsewhere.",
    "Look at the card again, or correct where it lies.",
    "AS-3.4",
)
NO_CARDS = _kind("no-cards", "The hand is empty.", "Buy a pile first.", "AS-5.22", waivable=False)
NO_PILES = _kind("no-piles", "All the piles are empty.", "Wait until cards come back.", "AS-5.16", waivable=False)
EMPTY_PILE = _kind("empty-pile", "Pile {pile} is empty.", "Choose another pile.", "AS-5.8", "AS-5.16", waivable=False)
WRONG_COUNT = _kind(
    "wrong-count",
    "Pile {pile} has {have} cards, not {want}.",
    "Name all {have}, or none.",
    "AS-5.16",
    "AS-4.4",
    waivable=False,
)

# Playing sets.
NOTHING_TO_PLAY = _kind(
    "nothing-to-play",
    "The hand holds no Fame, Heal or Training card.",
    "Choose another action.",
    "AS-5.10",
    waivable=False,
)
NOT_AN_ACTION = _kind(
    "not-an-action",
    "{type} cards are not played as the action of a turn.",
    "Play Fame, Heal or Training cards.",
    "AS-4.22",
    "AS-4.23",
    waivable=False,
)
MIXED_TYPES = _kind("mixed-types", "These cards are of different types: {types}.", "Play cards of one type.", "AS-5.10")
SAME_COLOUR = _kind(
    "same-colour", "Two of the cards are {attribute}.", "Play cards of different colours.", "AS-5.10", "AS-4.17"
)
NO_SUCH_SET = _kind("no-such-set", "{n} cards make no set.", "Play 1 to 4 cards.", "AS-5.10", waivable=False)
NOT_TRAINING = _kind("not-training", "Only Training cards bring skills.", "Name no skills.", "AS-6.2", waivable=False)

# Skills.
SKILLS_CHOSEN = _kind(
    "skills-chosen", "The skills lie open already.", "Learn more by Training.", "AS-6.4", waivable=False
)
WRONG_SUM = _kind(
    "wrong-sum",
    "The first skills of {player} cost {have} in all; they must cost {want}.",
    "Choose skills that cost {want} together.",
    "AS-4.7",
    "AS-3.9",
)
NOT_YOUR_SKILL = _kind(
    "not-your-skill",
    "{skill} is a skill of another character.",
    "Choose among the skills of {player}'s character.",
    "AS-3.8",
)
SKILL_TWICE = _kind("skill-twice", "{player} has {skill} already.", "Choose each skill once.", "AS-6.4", waivable=False)
TOO_COSTLY = _kind(
    "too-costly",
    "These skills cost {cost}; the cards give {points} Skill Points.",
    "Choose skills for {points} at most.",
    "AS-5.13",
    "AS-6.3",
)
NO_USABLE_SKILL = _kind(
    "no-usable-skill",
    "No skill can be used now.",
    "Learn one that is used by hand.",
    "AS-6.7",
    waivable=False,
)
SKILL_NOT_HELD = _kind(
    "skill-not-held", "{player} has not learned {skill}.", "Use a learned skill.", "AS-6.4", waivable=False
)
NOT_BY_HAND = _kind(
    "not-by-hand",
    "{skill} works all the time.",
    "Nothing to do: it is counted where it applies.",
    "AS-4.14",
    waivable=False,
)
FIGHT_SKILL = _kind("fight-skill", "{skill} works in a fight only.", "Use it in a fight.", "AS-5.33", waivable=False)
USED_SKILL = _kind("used-skill", "{player} has used {skill} this turn.", "Use it again in a later turn.", "AS-6.6")
WRONG_COST = _kind("wrong-cost", "{skill} costs {want} cards, not {have}.", "Discard exactly {want}.", "AS-6.6")
NAME_DIE = _kind(
    "name-die", "A re-roll names one die and its new result.", "Give die and result.", "AS-5.35", waivable=False
)
NO_DIE = _kind("no-die", "{skill} rolls no die.", "Leave out die and result.", "AS-4.14", waivable=False)

# Trade.
NO_TRADE = _kind(
    "no-trade", "The hand holds no Trade card that can be used.", "Choose something else.", "AS-4.23", waivable=False
)
NOT_A_TRADE = _kind("not-a-trade", "{card} is no Trade card.", "Use a Trade card.", "AS-4.23", waivable=False)
TRADE_LATE = _kind(
    "trade-late", "Trades come before the action of the turn.", "Trade at the start of a turn.", "AS-4.23"
)
TRADE_GIVES = _kind(
    "trade-gives",
    "With this table's ruling the Trade card goes to the discards and another card is swapped.",
    "Name the other card to give.",
    "AS-4.23",
    "AS-5.17",
    waivable=False,
)
TRADE_TAKES_PLACE = _kind(
    "trade-takes-place",
    "With this table's ruling the Trade card itself takes the place of the card.",
    "Give no other card.",
    "AS-4.23",
    waivable=False,
)

# Challenges, effects.
NOTHING_COUNTS = _kind(
    "nothing-counts",
    "None of these cards has an attribute the Challenge still needs.",
    "Play at least one of: {missing}.",
    "AS-4.30",
    "AS-4.25",
    "AS-4.26",
    "AS-5.23",
)
WRONG_DISCARDS = _kind(
    "wrong-discards",
    "{want} cards are to be discarded here, not {have}.",
    "Name exactly {want} cards in discards.",
    "AS-4.28",
    "AS-4.35",
)
NOTHING_OWED = _kind(
    "nothing-owed", "Nothing is owed to an effect.", "Discard when an effect asks for it.", "AS-4.28", waivable=False
)
NOTHING_TOLD = _kind(
    "nothing-told", "No effect here leaves its outcome to the table.", "Leave out told.", "AS-4.28", waivable=False
)

TOLD_STRANGER = _kind(
    "told-stranger", "told names {player}, who does not sit here.", "Use one of: {players}.", "AS-4.28", waivable=False
)

# Fights.
NO_COMBAT = _kind("no-combat", "There is no Combat card to use.", "Resolve the fight.", "AS-4.22", waivable=False)
NOT_COMBAT = _kind("not-combat", "{card} is no Combat card.", "Use Combat cards.", "AS-4.22", waivable=False)
COMBAT_COLOURS = _kind(
    "combat-colours",
    "Two of the Combat cards for {what} are {attribute}.",
    "Combine Combat cards of different colours.",
    "AS-5.35",
    "AS-5.36",
)
BONUS_DIFFERS = _kind(
    "bonus-differs",
    "{n} Combat cards give {want}, not {have}.",
    "Leave the bonus out: the box knows it.",
    "AS-5.35",
)
NOT_WARDED = _kind(
    "not-warded",
    "These cards do not meet the requirement to be cancelled.",
    "Choose the other one, or none.",
    "AS-5.31",
    "AS-4.38",
    "AS-4.36",
    waivable=False,
)

# The end of a turn.
OVER_LIMIT = _kind(
    "over-limit",
    "{player} has {hand} cards: {want} must be discarded, not {have}.",
    "Discard exactly {want}.",
    "AS-5.9",
    "AS-5.15",
)
RETURNS_COUNT = _kind(
    "returns-count",
    "{want} cards go back to the piles, not {have}.",
    "List all {want} in the order they are laid.",
    "AS-5.18",
    waivable=False,
)
NOT_SMALLEST = _kind(
    "not-smallest",
    "Card {n} goes to pile {pile} with {have} cards, but the smallest has {least}.",
    "Use one of the piles: {piles}.",
    "AS-5.18",
    "AS-5.19",
    "AS-5.20",
)
NOT_LOWEST = _kind(
    "not-lowest",
    "Card {n} goes to pile {pile}; the lowest number among the smallest is {least}.",
    "Use pile {least}.",
    "AS-5.21",
)

# Set-up, episodes, bonuses, the end.
BEGUN = _kind("begun", "The game has begun.", "Correct single values instead.", "AS-3.9", waivable=False)
SHEET_TWICE = _kind(
    "sheet-twice", "The sheet {character} is taken twice.", "Give every player a sheet of their own.", "AS-3.7"
)
SHEET_STRANGER = _kind(
    "sheet-stranger",
    "A sheet is for {player}, who does not sit here.",
    "Use one of: {players}.",
    "AS-3.7",
    waivable=False,
)
NO_SHEET = _kind(
    "no-sheet",
    "{player}'s sheet is neither of this box nor told.",
    "Name a character of the box, or give attack, defence and max_life.",
    "AS-3.7",
    waivable=False,
)
NOTHING_TO_REVEAL = _kind(
    "nothing-to-reveal", "Every episode on the board is known.", "Play on.", "AS-3.15", waivable=False
)
NO_EPISODE = _kind("no-episode", "No card lies in {slot}.", "Choose another place.", "AS-3.15", waivable=False)
REVEALED = _kind("revealed", "{slot} is known already: {name}.", "Reveal another one.", "AS-3.15")
REVEAL_UNCLEAR = _kind(
    "reveal-unclear",
    "An episode is either a card of the box or told by its facts.",
    "Give card, or facts with at least the name.",
    "AS-4.1",
    waivable=False,
)
WRONG_KIND = _kind(
    "wrong-kind",
    "A card of kind {want} lies here, not {have}.",
    "Look again: Challenges and Enemies alternate, the Lord of Darkness comes last.",
    "AS-3.3",
)
ALREADY_OUT = _kind("already-out", "{name} lies on the board already.", "Look at the card again.", "AS-3.15")
EFFECT_UNREAD = _kind("effect-unread", "{error}.", "Use {expected}.", "AS-4.28", waivable=False)
NO_BONUS = _kind("no-bonus", "No space of the Green track is reached.", "Wait for a higher space.", "AS-4.2")
SPACE_NOT_REACHED = _kind(
    "space-not-reached",
    "{player} has reached space {reached} of the Green track, not {space}.",
    "Take the bonus when the space is reached.",
    "AS-4.2",
    "AS-3.14",
)
BONUS_TAKEN = _kind(
    "bonus-taken", "{player} has taken the bonus of space {space}.", "Each bonus counts once.", "AS-4.2"
)
FINISH_EARLY = _kind(
    "finish-early",
    "The Lord of Darkness has not fallen.",
    "Fight the Lord of Darkness; a table that tracks scores only may finish by hand.",
    "AS-7.1",
)

# Why counters move.
HEALED = Reason("healed", "the Heal action: 1 life", ("AS-5.4",))
HEAL_CARDS = Reason("heal-cards", "{n} Heal cards: {amount} life", ("AS-5.12",))
FAME_CARDS = Reason("fame-cards", "{n} Fame cards: {amount} Fame", ("AS-5.11",))
LEARNED = Reason("learned", "learned {skills} for {cost} of {points} Skill Points", ("AS-5.13", "AS-5.14", "AS-6.5"))
FIRST_SKILLS = Reason("first-skills", "first skills, revealed together", ("AS-6.1", "AS-4.7"))
RAISED = Reason("raised", "skills raise the maximum life", ("AS-4.8",))
BOUGHT = Reason("bought", "bought pile {pile}", ("AS-5.8", "AS-5.16"))
PLAYED = Reason("played", "played {cards}", ("AS-5.17", "AS-4.19"))
TRADED = Reason("traded", "traded {card} with pile {pile}", ("AS-4.23",), ("AS27",))
CONTRIBUTED = Reason("contributed", "{n} attributes for {name}", ("AS-4.27", "AS-5.24"))
EFFECT_SUFFERED = Reason(
    "effect-suffered",
    "suffered the effect of {name}: {effect}",
    ("AS-4.28", "AS-5.25", "AS-5.32", "AS-4.29", "AS-4.36", "AS-9.4"),
)
WHOLE_TURN_SUFFERED = EFFECT_SUFFERED._replace(code="effect-suffered-by-ruling", rulings=("AS71",))
OVER_DAMAGE = Reason("over-damage", "{n} life points that could not be lost", ("AS-4.12", "AS-5.43"))
FAME_FLOOR = Reason("fame-floor", "{why}; Fame falls no further than {floor}", ("AS-3.12",), ("AS14",))
TABLE_TOLD = Reason("table-told", "told by the table: {what}", ("AS-4.28", "AS-6.7"))
OWED = Reason("owed", "discards owed", ("AS-4.28", "AS-4.35"))
SKILL_USED = Reason("skill-used", "used {skill}", ("AS-6.6", "AS-6.7"))
REROLLED = Reason("rerolled", "rolled the {die} die again with {card}", ("AS-4.22", "AS-5.35"))
ROLLED = Reason("rolled", "rolled the dice", ("AS-5.28", "AS-4.6"))
DAMAGE_DEALT = Reason("damage-dealt", "attack {attack} against defence {defence}", ("AS-5.37", "AS-4.34", "AS-5.33"))
DAMAGE_FAME = Reason("damage-fame", "{n} life points removed from {name}", ("AS-4.37", "AS-5.37"))
DEFEATED = Reason("defeated", "{name} brought to zero life", ("AS-4.3", "AS-5.40"))
STRUCK = Reason(
    "struck", "{name} strikes with {damage} against defence {defence}", ("AS-5.39", "AS-5.38", "AS-4.33", "AS-5.34")
)
STRUCK_BY_LORD = STRUCK._replace(code="struck-by-ruling", rulings=("AS55",))
MOVED_UP = Reason("moved-up", "the episodes moved up", ("AS-5.27", "AS-5.42", "AS-3.16", "AS-5.26"))
REVEALED_CARD = Reason("revealed-card", "{name} was turned over", ("AS-3.15", "AS-4.32"))
LIMIT_DISCARD = Reason("limit-discard", "beyond the limit of ten cards", ("AS-5.9", "AS-5.15"))
RETURNED = Reason("returned", "cards went back to the piles", ("AS-5.18", "AS-5.19"), ("AS26",))
LEFT_RETURNED = Reason("left-returned", "{player} left the game", ("AS-5.19",), ("AS72",))
SHEET = Reason("sheet", "the sheet of {character}", ("AS-3.7", "AS-3.11", "AS-4.9", "AS-4.10"))
PLACE = Reason("place", "place {n} in the turn order", ("AS-3.13", "AS-5.1", "AS-8.2"), ("AS1",))
DECK_BUILT = Reason(
    "deck-built", "{challenges} Challenges, {enemies} Enemies and the Lord of Darkness", ("AS-3.2", "AS-3.3")
)
GREEN_BONUS = Reason("green-bonus", "bonus of space {space} of the Green track", ("AS-4.2",))
END_SKILLS = Reason("end-skills", "skills that count at the end of the game", ("AS-4.15", "AS-7.2"))

# How a game ends.
ENDINGS = {
    "most-fame": Reason("most-fame", "most Fame Points when the Lord of Darkness fell", ("AS-7.1", "AS-7.3")),
    "more-life": Reason("more-life", "a tie in Fame, decided by life points", ("AS-7.4",)),
    "more-cards": Reason("more-cards", "a tie in Fame and life, decided by cards in hand", ("AS-7.4",)),
    "shared": Reason("shared", "a tie in Fame, life and cards in hand: a shared win", ("AS-7.4",)),
    "abandoned": Reason("abandoned", "everybody left the game", ("AS-5.2",), ("AS72",)),
}

PROBLEMS = tuple(value for value in list(globals().values()) if isinstance(value, ProblemKind))
REASONS = tuple(value for value in list(globals().values()) if isinstance(value, Reason))
