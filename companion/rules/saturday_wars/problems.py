"""Everything that can be wrong with an action, every reason why a counter moves, and how the game ends."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.engine import Problem, ProblemKind, Reason
from companion.rules.saturday_wars.position import MAX_TIES

# Whose time it is
SETUP_OVER = ProblemKind("set-up-over", "The set-up is over.", "Correct what lies wrong instead.", ("SW-2.5",))
NOT_BIDDING = ProblemKind(
    "not-bidding", "This is not the time for {player} to bid.", "Bid once all hands are settled.", ("SW-2.10",)
)
NO_CHAPTER_DUE = ProblemKind(
    "no-chapter-due", "No new Chapter is due from {player}.", "Play on with the current Chapter.", ("SW-8.6", "SW-2.13")
)
NOT_PROLOGUE = ProblemKind(
    "not-prologue", "It is not {player}'s Prologue.", "Wait for {player}'s Prologue.", ("SW-5.1",)
)
NOT_ACTIONS = ProblemKind(
    "not-actions", "Actions are taken between Prologue and Epilogue.", "Finish what comes before.", ("SW-4.1", "SW-6.1")
)
NOT_EPILOGUE = ProblemKind(
    "not-epilogue", "The Epilogue begins when every action is taken.", "Take or pass the actions left.", ("SW-4.1",)
)
NOT_YOUR_TURN = ProblemKind("not-your-turn", "The next action is {turn}'s, not {player}'s.", "Wait.", ("SW-6.1",))
NO_ACTIONS_LEFT = ProblemKind(
    "no-actions-left", "{player} has taken all actions of this Chapter.", "Play something Quick, or wait.", ("SW-6.1",)
)
SOMETHING_DUE = ProblemKind(
    "something-due", "First {player} deals with {what}.", "Settle {what} first.", ("SW-6.3", "SW-3.4")
)
CHALLENGE_OPEN = ProblemKind(
    "challenge-open", "A Challenge is declared.", "Flip its cards first; only Quick cards come between.", ("SW-7.3",)
)
NAME_A_PLAYER = ProblemKind("name-a-player", "Nobody is named.", "Name the player.", ("SW-6.1",), waivable=False)
PLAYER_OUT = ProblemKind("player-out", "{player} is out of the game.", "Play on without.", ("SW-9.4",), waivable=False)

# Cards and where they lie
CARD_NOT_HERE = ProblemKind(
    "card-not-here",
    "{card} is not in {place}.",
    "Show a card of {place}, or correct its cards.",
    ("SW-6.3",),
    waivable=False,
)
COPIES_ELSEWHERE = ProblemKind(
    "copies-elsewhere",
    "Every copy of {card} that {player} has lies elsewhere ({count} seen).",
    "Look again, or correct where a copy lies.",
    ("SW-2.4",),
)
NOT_ON_DECK_LIST = ProblemKind(
    "not-on-deck-list", "{card} is not on {player}'s deck list.", "Play a card of the list.", ("SW-2.3",)
)
WRONG_COUNT = ProblemKind(
    "wrong-count",
    "{have} cards named for {what}, {need} due.",
    "Name {need} cards, or none.",
    ("SW-6.3", "SW-5.3"),
    waivable=False,
)
NO_SUCH_PIECE = ProblemKind(
    "no-such-piece",
    "“{card}” is not in play.",
    "Name a card in play, as PLAYER:CARD for another's.",
    ("SW-6.4",),
    waivable=False,
)
NOT_A_CHARACTER = ProblemKind(
    "not-a-character", "{card} is no Character.", "Name a Character.", ("SW-3.1",), waivable=False
)

# The decks
DECK_SIZE = ProblemKind(
    "deck-size", "The Shonen Deck has {have} cards, not {need}.", "Bring exactly {need} cards.", ("SW-2.3",)
)
STORY_SIZE = ProblemKind(
    "story-size", "The Story Deck has {have} Chapters, not {need}.", "Bring exactly {need} Chapters.", ("SW-2.2",)
)
TOO_MANY_COPIES = ProblemKind(
    "too-many-copies", "{card} is in the deck {have} times, {most} at most.", "Take {extra} out.", ("SW-2.4",)
)
CHAPTER_TWICE = ProblemKind(
    "chapter-twice", "{card} is in the Story Deck {have} times.", "Keep one, choose others.", ("SW-2.2",)
)
WRONG_DECK = ProblemKind("wrong-deck", "{card} does not go into the {deck}.", "Move it.", ("SW-2.2", "SW-2.3"))
UNKNOWN_CARD = ProblemKind(
    "unknown-card", "No card “{card}” in the cards of this table.", "Check the name, or add the card.", ("SW-2.3",)
)
NO_CAST = ProblemKind(
    "no-cast",
    "No choice of the deck's Characters comes to purge cost {need}.",
    "Change the Characters.",
    ("SW-2.5",),
)

# Set-up
CAST_CHOSEN = ProblemKind("cast-chosen", "{player} has chosen the Protagonists.", "Keep them.", ("SW-2.5",))
CAST_COST = ProblemKind(
    "cast-cost", "The Protagonists cost {have} together, not {need}.", "Choose for {need} exactly.", ("SW-2.5",)
)
MULLIGAN_TAKEN = ProblemKind("mulligan-taken", "{player}'s hand is settled.", "Keep the hand.", ("SW-2.8",))
MULLIGAN_FIRST = ProblemKind(
    "mulligan-first", "{player} has no hand to change yet.", "Choose the Protagonists first.", ("SW-2.7", "SW-2.8")
)
BID_TOO_HIGH = ProblemKind(
    "bid-too-high", "{player} bids {have} with {deck} cards in the deck.", "Bid {deck} at most.", ("SW-2.11",)
)
NO_LOTS = ProblemKind("no-lots", "Chance decides only after {need} tied bids.", "Bid again.", ("SW-2.12",))
NOT_TIED = ProblemKind("not-tied", "{player} is not among the tied.", "Name one of the tied.", ("SW-2.12",))
NOT_A_CHAPTER = ProblemKind("not-a-chapter", "{card} is no Chapter.", "Place a Chapter.", ("SW-3.7",), waivable=False)

# Actions
HAND_EMPTY = ProblemKind("hand-empty", "{player} has no card in hand.", "Draw first.", ("SW-6.3",), waivable=False)
NOTHING_TO_PLAY = ProblemKind(
    "nothing-to-play",
    "{player} holds no card that can be played and paid now.",
    "Take another action, or pass.",
    ("SW-6.3", "SW-6.8"),
)
CANNOT_PAY = ProblemKind(
    "cannot-pay",
    "{card} costs {need}, the deck has {have}.",
    "Play a cheaper card.",
    ("SW-6.3", "SW-1.2"),
    waivable=False,
)
PAID_WRONG = ProblemKind("paid-wrong", "{card} costs {need}, not {have}.", "Purge exactly {need}.", ("SW-6.3",))
COST_DIFFERS = ProblemKind(
    "cost-differs", "{card} costs {need}, not {have}.", "Name in `because` the card that changes it.", ("SW-6.3",)
)
ROW_CLOSED = ProblemKind(
    "row-closed",
    "{card} cannot join the Protagonists now.",
    "Put it in the Active Row, or name in `because` the card that allows it.",
    ("SW-2.6",),
)
NO_CHARACTER = ProblemKind(
    "no-character",
    "{player} has no Character “{card}” for the Upgrade.",
    "Name one of yours.",
    ("SW-3.3",),
    waivable=False,
)
PILE_EMPTY = ProblemKind(
    "pile-empty", "{player}'s Purge Pile is empty.", "Take another action, or pass.", ("SW-6.5",), waivable=False
)
NOT_ON_TOP = ProblemKind("not-on-top", "{card} is not on top: {top} is.", "Retrieve the top card.", ("SW-6.5",))
NO_SUCH_ABILITY = ProblemKind(
    "no-such-ability", "{card} has no {when} ability.", "Use what is printed on it.", ("SW-6.7",), waivable=False
)
NOTHING_TO_USE = ProblemKind(
    "nothing-to-use", "{player} has no card with an ability to use now.", "Take another action, or pass.", ("SW-6.7",)
)
NOT_ACTIVE_ROW = ProblemKind(
    "not-active-row", "{card} is not in the Active Row.", "Use a card of the Active Row.", ("SW-6.7",)
)
NO_TRIGGER = ProblemKind(
    "no-trigger", "No ability of {player}'s waits to be resolved.", "Play on.", ("SW-3.4",), waivable=False
)
WRONG_TRIGGER = ProblemKind(
    "wrong-trigger", "{first} comes before {card}.", "Settle {first} first.", ("SW-3.4", "SW-8.1"), waivable=False
)
MUST_RESOLVE = ProblemKind(
    "must-resolve", "{card}'s ability is not optional.", "Resolve it.", ("SW-5.4", "SW-8.1", "SW-3.4")
)
DECLARE_CHALLENGE = ProblemKind(
    "declare-challenge",
    "{card} issues a Challenge: attacker and defender are still to be named.",
    "Declare the Challenge, or skip it.",
    ("SW-7.1", "SW-7.2"),
    waivable=False,
)
BAD_EFFECTS = ProblemKind(
    "bad-effects", "{text}: {fault}.", "Tell it as “draw 1, marker +1”, or “nothing”.", ("SW-6.7",), waivable=False
)
WRONG_TARGET = ProblemKind(
    "wrong-target", "{card} cannot be chosen for {effect}.", "Choose {side} Character.", ("SW-6.7",), waivable=False
)
NOT_A_RIVAL = ProblemKind(
    "not-a-rival", "{rival} is no opponent of {player} in the game.", "Choose an opponent.", ("SW-7.2",), waivable=False
)

# Challenges
NO_SOURCE = ProblemKind(
    "no-source", "No card lets {player} issue a Challenge now.", "Name in `because` the card that does.", ("SW-7.1",)
)
NOT_YOURS = ProblemKind(
    "not-yours", "{card} is not one of {player}'s Characters.", "Attack with your own.", ("SW-7.2",), waivable=False
)
YOURS = ProblemKind("yours", "{card} is {player}'s own.", "Challenge an opponent's.", ("SW-7.2",), waivable=False)
NO_CHALLENGE = ProblemKind(
    "no-challenge", "No Challenge is declared.", "Declare one first.", ("SW-7.2",), waivable=False
)

# Epilogue
CLAIM_WRONG = ProblemKind(
    "claim-wrong",
    "{claimer} does not claim the Chapter: {standing}.",
    "Give it to who has the most.",
    ("SW-8.2", "SW-8.3"),
)
HAND_TOO_SMALL = ProblemKind(
    "hand-too-small", "{player} holds {have} cards, not {need}.", "Name fewer.", ("SW-8.7",), waivable=False
)
NOT_DISCARDING = ProblemKind(
    "not-discarding",
    "Cards are purged from the hand between the new Chapter and its first Prologue.",
    "Wait, or name in `because` the card that says so.",
    ("SW-8.7",),
)
NO_ARC = ProblemKind("no-arc", "{player} has no Story Arc in play.", "Play one first.", ("SW-3.6",), waivable=False)
NOT_AN_ARC = ProblemKind("not-an-arc", "{card} is no Story Arc.", "Name a Story Arc.", ("SW-3.6",), waivable=False)
ARC_NOT_DUE = ProblemKind(
    "arc-not-due",
    "{card} is not due for a marker now.",
    "Wait for the Epilogue, or name in `because` the card that says so.",
    ("SW-8.5",),
)

PROBLEMS: tuple[ProblemKind, ...] = tuple(value for value in list(globals().values()) if isinstance(value, ProblemKind))


@lru_cache(maxsize=4096)
def about(kind: ProblemKind, player: str) -> tuple[Problem, ...]:
    """The one problem of this kind about this player; made once, for it is asked for at every turn."""
    return (Problem(kind, {"player": player}),)


CHALLENGE_OPENED = (Problem(CHALLENGE_OPEN),)
ACTIONS_CLOSED = (Problem(NOT_ACTIONS),)
EPILOGUE_CLOSED = (Problem(NOT_EPILOGUE),)
SETUP_CLOSED = (Problem(SETUP_OVER),)
NO_LOTS_YET = (Problem(NO_LOTS, {"need": MAX_TIES}),)
NO_CHALLENGE_OPEN = (Problem(NO_CHALLENGE),)
NOBODY = (Problem(NAME_A_PLAYER),)

# Why a counter moves
SET_UP = Reason("set-up", "set up at the table", ("SW-2.1",))
STARTED = Reason("started", "starts the game", ("SW-2.11",))
CHOSEN_CAST = Reason("chosen-cast", "chose the Protagonists", ("SW-2.5",))
FIRST_HAND = Reason("first-hand", "drew the first hand", ("SW-2.7",))
MULLIGAN = Reason("mulligan", "took the mulligan", ("SW-2.8", "SW-2.9"))
BID = Reason("bid", "bid {markers}", ("SW-2.10",))
BID_PAID = Reason("bid-paid", "purged for the winning bid", ("SW-2.11",), ("SW8",))
TIED = Reason("tied", "the highest bids are equal", ("SW-2.12",), ("SW10",))
PLACED = Reason("placed", "placed a Chapter in the story row", ("SW-2.13", "SW-8.6"))
READIED = Reason("readied", "readied in the Prologue", ("SW-5.2",))
TO_FIVE = Reason("to-five", "drew or purged to five cards", ("SW-5.3",))
TO_FIVE_PURGED = Reason("to-five-purged", "purged to five cards", ("SW-5.3",), ("SW13",))
NEW_ACTIONS = Reason("new-actions", "four actions for the Chapter", ("SW-6.1",))
SPENT = Reason("spent", "took an action", ("SW-6.1",))
SPENT_ON_PROTAGONIST = Reason(
    "spent-on-protagonist", "took an action with a Protagonist's ability", ("SW-6.7",), ("SW28",)
)
PASSED = Reason("passed", "passed an action", ("SW-6.1",))
DREW = Reason("drew", "drew a card", ("SW-6.2",))
PAID = Reason("paid", "paid for {card}", ("SW-6.3",))
PLAYED = Reason("played", "played {card}", ("SW-6.3", "SW-6.4"))
RETRIEVED = Reason("retrieved", "moved the top of the Purge Pile under the deck", ("SW-6.5",))
MARKED = Reason("marked", "placed a progress marker", ("SW-6.6",))
ABILITY = Reason("ability", "{card}'s ability", ("SW-6.7", "SW-3.4"))
CHAPTER_PROLOGUE = Reason("chapter-prologue", "the Prologue of {card}", ("SW-5.4",), ("SW15",))
TOLD = Reason("told", "told by the table for {card}", ("SW-6.7",))
EXHAUSTED = Reason("exhausted", "exhausted by {card}", ("SW-5.5",))
EXHAUSTED_TWICE = Reason("exhausted-twice", "purged: {card} was exhausted already", ("SW-5.6",))
LEFT_PLAY = Reason("left-play", "{card} left play", ("SW-3.3", "SW-6.4"))
USED_UP = Reason("used-up", "purged {card} for its Purge ability", ("SW-6.7",))
FLIPPED = Reason("flipped", "flipped for the Challenge", ("SW-7.3",), ("SW34",))
LOST_CHALLENGE = Reason("lost-challenge", "{card} lost the Challenge", ("SW-7.5",))
CHALLENGE_TOTAL = Reason("challenge-total", "{card} {progress}, flipped card {flip}, modifiers {modifier}", ("SW-7.4",))
CLAIMED = Reason("claimed", "claimed the Chapter with the most progress", ("SW-8.2", "SW-8.3"))
CLAIMED_TIE = Reason("claimed-tie", "claimed the Chapter: a tie for the most progress", ("SW-8.2",), ("SW41",))
CLAIMED_TOLD = Reason("claimed-told", "given the Chapter by the table", ("SW-8.2",))
MARKERS_BACK = Reason("markers-back", "markers went back with the Chapter", ("SW-8.2",))
CLEANED_UP = Reason("cleaned-up", "{card} is purged at the end of the Chapter", ("SW-8.4", "SW-3.2"))
CHAPTER_ENDS = Reason("chapter-ends", "what held for this Chapter ends", ("SW-8.4",))
ADVANCED = Reason("advanced", "{card} advanced", ("SW-8.5",))
ARC_DONE = Reason("arc-done", "{card} met its Arc Limit", ("SW-8.5",))
HAND_PURGED = Reason("hand-purged", "purged from the hand", ("SW-8.7",), ("SW13",))
FIRST_ACTION = Reason("first-action", "takes the first action", ("SW-6.1",), ("SW24",))
NO_CARD = Reason("no-card", "the deck had no card for the Challenge", ("SW-9.2", "SW-7.3"), ("SW37",))
ELIMINATED = Reason("eliminated", "{why}", ("SW-9.2", "SW-9.3", "SW-9.4"))
TABLE_SAYS = Reason("table-says", "{card}: {because}", ("SW-6.3",))
REASONS: tuple[Reason, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Reason))

ENDINGS = {
    reason.code: reason
    for reason in (
        Reason("three-chapters", "claimed three Chapters", ("SW-9.1", "SW-1.3")),
        Reason("deck-ran-out", "the rival's deck could not meet a draw or purge", ("SW-9.2",)),
        Reason("no-protagonists", "the rival has no Protagonist left", ("SW-9.3",)),
        Reason("gave-up", "the rival conceded or left", ("SW-9.4",)),
        Reason("last-standing", "every rival is eliminated", ("SW-9.4",)),
        Reason("most-chapters", "no Chapter is left to place: most Chapters won", ("SW-9.4",)),
        Reason("draw", "all lost at once, or all stand equal: a draw", ("SW-9.4", "SW-9.3")),
    )
}
