"""Every way an action can be wrong, why counters move, how an evening ends; each with the rules it rests on."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.engine import Problem, ProblemKind, Reason

# Set-up

ALREADY_BEGUN = ProblemKind(
    "already-begun", "The first round has already begun.", "Undo back to the start, then set up.", ("CH-8.1",)
)
SEATS_WRONG = ProblemKind(
    "seats-wrong",
    "The seats must name each of {players} once.",
    "Give all seats in the order of the tournament plan.",
    ("CH-5.1",),
    waivable=False,
)
SETS_WRONG = ProblemKind(
    "sets-wrong",
    "{given} sets beside the City are chosen; it takes {want} of: {sets}.",
    "Choose {want} different sets of the list; the City is always in.",
    ("CH-3.1",),
)
NO_ROBOT = ProblemKind(
    "no-robot", "The robot has no seat here: the number of players is even.", "Leave the robot out.", ("CH-3.2",),
    waivable=False,
)  # fmt: skip

# Deck phase

NOT_IN_ROUNDS = ProblemKind(
    "not-in-rounds",
    "The rounds are over; nobody takes new cards any more.",
    "Before the final the finalists may only remove cards.",
    ("CH-10.4",),
)
ROBOT_SEAT = ProblemKind(
    "robot-seat", "{player} plays no deck phase.", "Only people pick, decline and remove cards.", ("CH-3.2",)
)
HAS_LEFT = ProblemKind("has-left", "{player} has left the table.", "The robot plays that seat now.", ("CH-5.1",))
MATCH_BEGUN = ProblemKind(
    "match-begun",
    "{player}'s match of this round has already started.",
    "Decks change only before the match.",
    ("CH-4.3", "CH-5.1"),
)
PICKS_DONE = ProblemKind(
    "picks-done",
    "{player} has no picks left this round.",
    "Remove cards or start the match.",
    ("CH-4.1",),
)
PICKS_OPEN = ProblemKind(
    "picks-open",
    "{player} has still {left} to pick.",
    "Pick, or decline the rest, first.",
    ("CH-4.1", "CH-4.3"),
)
LEVEL_NOT_OFFERED = ProblemKind(
    "level-not-offered",
    "Level {level} is not offered in round {round}.",
    "This round offers: {offered}.",
    ("CH-4.4",),
)
LEVEL_UNCLEAR = ProblemKind(
    "level-unclear",
    "This round offers {offered}; which level is picked from?",
    "Say the level.",
    ("CH-4.4",),
    waivable=False,
)
ONE_LEVEL = ProblemKind(
    "one-level",
    "{player} picks from level {level} this round.",
    "Take the other picks from the same pile.",
    ("CH-4.1", "CH-4.4"),
)
TOO_MANY_PICKS = ProblemKind(
    "too-many-picks", "{n} cards are too many: {left} left to pick.", "Pick at most {left}.", ("CH-4.1",)
)
NO_SUCH_CARD = ProblemKind(
    "no-such-card",
    "There is no card “{card}” in this box.",
    "Choose a card of the list; for a robot's card give its power too.",
    ("CH-2.1",),
    waivable=False,
)
WRONG_LEVEL = ProblemKind(
    "wrong-level", "{card} is a level {has} card, not {level}.", "Pick a level {level} card.", ("CH-2.2", "CH-4.4")
)
SET_NOT_IN_PLAY = ProblemKind(
    "set-not-in-play",
    "{card} belongs to {set}, which is not in this game.",
    "Correct the sets, or look at the card again.",
    ("CH-3.1",),
)
TOO_MANY_COPIES = ProblemKind(
    "too-many-copies",
    "{card} exists {copies} times, and all of them are elsewhere.",
    "Look at the card again, or correct the deck that holds it wrongly.",
    ("CH-3.3",),
)
REDRAWN = ProblemKind("redrawn", "{player} has already redrawn this round.", "Pick from the cards drawn.", ("CH-4.2",))
NOT_IN_DECK = ProblemKind(
    "not-in-deck",
    "{player}'s deck holds no (further) {card}.",
    "Look at the card again, or correct the deck.",
    ("CH-4.1", "CH-5.1"),
)
EMPTY_DECK = ProblemKind(
    "empty-deck",
    "That would leave {player} without a card.",
    "Keep at least one card.",
    ("CH-4.3", "CH-7.1"),
)
EFFECT_OPEN = ProblemKind(
    "effect-open",
    "{card} still waits: “{clause}”.",
    "Say what came of it first.",
    ("CH-9.1",),
    waivable=False,
)

# Match

NO_MATCH = ProblemKind(
    "no-match",
    "{player} plays no match now.",
    "Only the two of a pair can play its match.",
    ("CH-5.1",),
    waivable=False,
)
MATCH_OVER = ProblemKind(
    "match-over", "This match is over: {winner} won.", "Undo it to play on.", ("CH-7.3",), waivable=False
)
NOT_STARTED = ProblemKind(
    "not-started", "The match has not started.", "Say first who starts with the flag.", ("CH-6.2",), waivable=False
)
ALREADY_STARTED = ProblemKind(
    "already-started", "The match has already started.", "Go on with it, or undo.", ("CH-6.2",), waivable=False
)
NOT_THE_STARTER = ProblemKind(
    "not-the-starter",
    "{other} starts: their best trophy is of round {theirs}, {player}'s of round {own}.",
    "Let {other} start.",
    ("CH-6.2",),
)
BOTH_EMPTY = ProblemKind(
    "both-empty",
    "Neither deck holds a card.",
    "Enter the result as the table decides.",
    ("CH-7.1",),
    waivable=False,
)
NOT_YOUR_REVEAL = ProblemKind(
    "not-your-reveal",
    "{turn} reveals now, not {player}.",
    "Wait until {turn} has the flag.",
    ("CH-6.4", "CH-6.10"),
    waivable=False,
)
NO_CARDS_LEFT = ProblemKind(
    "no-cards-left",
    "{player} has no card left to reveal.",
    "Correct the count if there is one.",
    ("CH-7.1",),
)
NOT_ON_TOP = ProblemKind(
    "not-on-top",
    "{top} was put on top of {player}'s deck, so it comes first.",
    "Look again which card was revealed.",
    ("CH-6.4", "CH-9.1"),
)
CARDS_LEFT = ProblemKind(
    "cards-left",
    "{player} should have {n} left to reveal.",
    "Look again, or correct the count.",
    ("CH-7.1",),
)
TOO_LONG = ProblemKind(
    "too-long",
    "This match has gone on for {n} cards.",
    "Enter its result as the table decides.",
    ("CH-7.1",),
)
UNTRACKED = ProblemKind(
    "untracked",
    "This table tracks scores only.",
    "Enter the result of the match, or track moves.",
    ("CH-7.3",),
    waivable=False,
)
NOTHING_ASKED = ProblemKind(
    "nothing-asked", "No effect of {player} waits for an answer.", "Go on with the match.", ("CH-9.1",)
)
OTHER_EFFECT = ProblemKind(
    "other-effect", "{card} waits first: “{clause}”.", "Answer for {card}.", ("CH-9.1",), waivable=False
)
WRONG_CARDS = ProblemKind(
    "wrong-cards",
    "“{clause}” cannot take {cards}.",
    "Choose among: {of}.",
    ("CH-9.1",),
)
WRONG_NUMBER = ProblemKind(
    "wrong-number",
    "“{clause}” takes {low} to {high} cards, not {n}.",
    "Give {low} to {high} cards.",
    ("CH-9.1",),
)
NOT_TOLD = ProblemKind(
    "not-told",
    "What {card} does is known: “{clause}”.",
    "Choose the cards it takes.",
    ("CH-9.1",),
)
SAYS_WRONG = ProblemKind(
    "says-wrong", "{fault}.", "Write it like “reveal: power +2”, or tell the outcome.", ("CH-9.1",), waivable=False
)
TOLD_WRONG = ProblemKind(
    "told-wrong",
    "told[{at}]: {fault}.",
    "Correct what was told.",
    ("CH-9.1",),
    waivable=False,
)

# Results, trophies, the end

NOT_A_PAIR = ProblemKind(
    "not-a-pair",
    "{winner} and {loser} do not play each other this round.",
    "{winner} plays {opponent}.",
    ("CH-5.1",),
    waivable=False,
)
NO_TROPHY = ProblemKind(
    "no-trophy", "{player} has no trophy {where}.", "Enter the result of the match first.", ("CH-7.3",), waivable=False
)
TROPHY_KNOWN = ProblemKind(
    "trophy-known",
    "{player}'s trophy of round {round} is already entered.",
    "Undo that entry to correct it.",
    ("CH-7.4",),
)
NO_SUCH_TROPHY = ProblemKind(
    "no-such-trophy",
    "No trophy of round {round} with {fans} fans is left.",
    "Look again: this round has {values}.",
    ("CH-7.4",),
)
TROPHY_MISSING = ProblemKind(
    "trophy-missing",
    "{player}'s trophy of round {round} is not entered, and it may decide the game.",
    "Enter what the trophy shows.",
    ("CH-1.4", "CH-7.5"),
)
NO_CHANGE = ProblemKind(
    "no-change", "That changes nothing.", "Give a number other than 0.", ("CH-9.2",), waivable=False
)
NOT_AT_END = ProblemKind(
    "not-at-end",
    "Not all rounds are played: it is round {round} of {rounds}.",
    "Play the rounds first.",
    ("CH-10.1",),
)
OPEN_ALREADY = ProblemKind("open-already", "The trophies lie open already.", "Go on.", ("CH-7.5",), waivable=False)
NO_FINAL = ProblemKind(
    "no-final", "With one or two players there is no final.", "Play the rounds to the end.", ("CH-10.5",),
    waivable=False,
)  # fmt: skip
FINAL_SET = ProblemKind(
    "final-set", "The finalists are known: {finalists}.", "Start the final match.", ("CH-10.2",), waivable=False
)
TROPHIES_CLOSED = ProblemKind(
    "trophies-closed", "The trophies are not open yet.", "Open the trophies first.", ("CH-10.1",)
)
DRAW_NEEDED = ProblemKind(
    "draw-needed",
    "{tied} are level in fans, trophies and rounds.",
    "Draw at the table and give the order in draw.",
    ("CH-10.3",),
    waivable=False,
)
DRAW_WRONG = ProblemKind(
    "draw-wrong",
    "The draw is between {tied}.",
    "Name just these, the first place first.",
    ("CH-10.3",),
    waivable=False,
)
LAST_PLAYER = ProblemKind(
    "last-player", "Nobody else would be left at the table.", "End the evening instead.", ("CH-1.1",), waivable=False
)
NOT_A_FINALIST = ProblemKind(
    "not-a-finalist", "{player} is not in the final.", "Only the finalists change their decks.", ("CH-10.2", "CH-10.4")
)

PROBLEMS = tuple(value for value in list(globals().values()) if isinstance(value, ProblemKind))


@lru_cache(maxsize=1024)
def about(kind: ProblemKind, player: str | None) -> tuple[Problem, ...]:
    """The one problem of this kind about this player; made once, for it is asked for at every turn."""
    return (Problem(kind, {"player": player or "Nobody"}),)


# Why counters move

SEATED = Reason("seated", "sits on seat {seat}", ("CH-5.1",))
SETS_CHOSEN = Reason("sets-chosen", "the sets of this game: {sets}", ("CH-3.1",))
ROBOT_SET = Reason("robot-set", "the robot plays at level {level}", ("CH-3.2",))
PICKED = Reason("picked", "picked {cards} from level {level}", ("CH-4.1", "CH-4.4"))
REDREW = Reason("redrew", "put the display away and drew anew", ("CH-4.2",))
DECLINED = Reason("declined", "took no more cards this round", ("CH-4.1",))
TRIMMED = Reason("trimmed", "removed {cards}", ("CH-4.3",))
TRIMMED_THIN = Reason(
    "trimmed-thin", "removed {cards}; one card alone runs out at once", ("CH-4.3", "CH-7.1"), ("CH8",)
)
STARTED = Reason("started", "starts with the flag", ("CH-6.2",))
DEALT = Reason("dealt", "shuffled the deck for the match", ("CH-5.1",))
REVEALED = Reason("revealed", "revealed {card}: {power}", ("CH-6.3", "CH-6.4", "CH-6.5", "CH-9.1", "CH-9.4", "CH-9.5"))
CAPTURED = Reason(
    "captured", "the flag changes hands: {attack} against {defence}", ("CH-6.5", "CH-6.6", "CH-6.8"), ("CH16",)
)
TOOK_FLAG = Reason("took-flag", "{holder} holds the flag", ("CH-6.8", "CH-6.9", "CH-9.6"))
BENCHED = Reason("benched", "went to the bench", ("CH-6.6", "CH-6.7"))
EFFECTS = {
    "reveal": Reason("effect-on-reveal", "{card}: {clause}", ("CH-9.1", "CH-9.3")),
    "bench": Reason("effect-from-bench", "{card}: {clause}", ("CH-9.5",)),
    "flag": Reason("effect-with-flag", "{card}: {clause}", ("CH-9.6",)),
    "loss": Reason("effect-of-flag-loss", "{card}: {clause}", ("CH-9.7", "CH-9.3"), ("CH16",)),
    "picked": Reason("effect-when-picked", "{card}: {clause}", ("CH-9.8",)),
}
READ = Reason("read", "the table reads on {card}: “{says}”", ("CH-9.1",))
TOLD = Reason("told", "{card}, as the table told it", ("CH-9.1",))
LOOKED = Reason("looked", "{card}: look at the top {n} of the own deck and put them back in any order", ("CH-9.1",))
FANS_WON = Reason("fans-won", "{card} brings fans", ("CH-9.2",))
FANS_COUNTED = Reason("fans-counted", "fan tokens counted by the table", ("CH-9.2",))
WON_BY_DECK = Reason("won-by-deck", "{loser} has no card left to reveal", ("CH-7.1", "CH-7.3"))
WON_BY_BENCH = Reason("won-by-bench", "{loser} has no slot left on the bench", ("CH-6.7", "CH-7.2", "CH-7.3"))
WON_BY_CONCESSION = Reason("won-by-concession", "{loser} gave up", ("CH-7.3",))
WON_AS_TOLD = Reason("won-as-told", "the table entered the result against {loser}", ("CH-7.3",))
TROPHY_WON = Reason("trophy-won", "won the trophy of round {round}", ("CH-7.3", "CH-7.4"))
TROPHY_SEEN = Reason("trophy-seen", "the trophy of round {round} shows {fans} fans", ("CH-7.4", "CH-7.5"))
COLLECTED = Reason("collected", "cards from the tray stay in the deck", ("CH-5.1",), ("CH57",))
NEXT_ROUND = Reason("next-round", "all matches of round {round} are over", ("CH-5.2", "CH-8.1", "CH-8.2"))
OPENED = Reason("opened", "the trophies are open", ("CH-10.1",))
QUALIFIED = Reason("qualified", "{fans} fans, {trophies} trophies: place {place}", ("CH-10.2", "CH-10.3"))
LEFT = Reason("left", "left the table; the robot plays the seat", ("CH-5.1",))

REASONS = (*(value for value in list(globals().values()) if isinstance(value, Reason)), *EFFECTS.values())

WON = {"deck": WON_BY_DECK, "bench": WON_BY_BENCH, "conceded": WON_BY_CONCESSION, "told": WON_AS_TOLD}

FINAL_WON = Reason("final-won", "won the final match", ("CH-11.1",))
LEAD = Reason("lead", "at least eleven fans ahead after a match", ("CH-1.4",))
MOST_FANS = Reason("most-fans", "most fans after the last round", ("CH-1.3", "CH-10.5"))
MORE_TROPHIES = Reason("more-trophies", "level in fans; decided by the trophies won", ("CH-1.3", "CH-10.3"))
SHARED = Reason("shared", "level in fans and trophies: the win is shared", ("CH-1.3", "CH-10.5"))
ENDINGS = {reason.code: reason for reason in (FINAL_WON, LEAD, MOST_FANS, MORE_TROPHIES, SHARED)}
