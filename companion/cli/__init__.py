"""The `companion` command: a thin layer that reads arguments, calls one room and prints.

What a command needs is imported when it runs, so that `companion --help` and `companion judge` start at once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Table Companion sits beside a real tabletop game: it scans, judges, counts and writes down.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Json = Annotated[bool, typer.Option("--json", help="Machine output on stdout, and nothing else there.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="For example anime-saga.")]


@app.callback(invoke_without_command=True)
def companion(context: typer.Context) -> None:
    """Without a command: start the app."""
    if context.invoked_subcommand is None:
        from companion.app import launch

        raise typer.Exit(launch.run())


@app.command()
def judge(
    case: Annotated[
        Path | None, typer.Argument(metavar="CASE.json", help="The case file; - for standard input.")
    ] = None,
    json: Json = False,
    schema: Annotated[
        str | None, typer.Option(metavar="GAME", help="Print the JSON Schema of a case of this game.")
    ] = None,
) -> None:
    """Judge a case file: what is legal, why, and what comes of it."""
    from companion.cli import judging

    raise typer.Exit(judging.schema(schema) if schema is not None else judging.judge(case, json))


@app.command()
def rules(
    game: GameId,
    words: Annotated[list[str] | None, typer.Argument(help="Words to look for; none lists everything.")] = None,
    json: Json = False,
) -> None:
    """Look up the rules and the rulings of a game by words."""
    from companion.cli import judging

    raise typer.Exit(judging.rules(game, words or [], json))


@app.command()
def scan(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE…", help="Picture files.")],
    any: Annotated[bool, typer.Option("--any", help="Also report codes that are not ours.")] = False,
    json: Json = False,
) -> None:
    """Read every code in each picture."""
    from companion.cli import scanning

    raise typer.Exit(scanning.scan(images, any, json))


@app.command()
def stickers(
    game: GameId,
    output: Annotated[Path, typer.Option("-o", metavar="FILE.pdf", help="A .pdf; a .png or .svg of one card.")],
    cards: Annotated[
        list[str] | None, typer.Option(help="A card's id; may be given several times. Default: all.")
    ] = None,
    pack: Annotated[list[str] | None, typer.Option(help="A pack; may be given several times.")] = None,
    sheet: Annotated[
        str, typer.Option(help="a4-65, a4-21, letter-80, letter-30, inserts, proxies or small-proxies.")
    ] = "a4-65",
    size: Annotated[float, typer.Option(help="The symbol's side in mm, at least 10.")] = 12.0,
    start: Annotated[int, typer.Option(help="The first label to use on a sheet that was begun.")] = 1,
    offset: Annotated[tuple[float, float], typer.Option(help="Move everything right and down, in mm.")] = (0.0, 0.0),
    scale: Annotated[tuple[float, float], typer.Option(help="Stretch across and down.")] = (1.0, 1.0),
    calibration: Annotated[bool, typer.Option("--calibration", help="Print the page to measure a printer by.")] = False,
) -> None:
    """Print QR stickers for cards: for the face of a sleeved card, in an event one on every card of a deck."""
    from companion.cli import sheets as command

    layout = command.Layout(sheet, size, start, scale, offset, calibration)
    raise typer.Exit(command.run(game, cards or [], pack or [], layout, output))


@app.command()
def demo(json: Json = False) -> None:
    """Play a scripted four-player game of Anime Saga, and leave the session to open in the app."""
    from companion.cli import demonstration

    raise typer.Exit(demonstration.run(json))


cards_app = typer.Typer(help="People's own boxes of cards.", rich_markup_mode=None)
app.add_typer(cards_app, name="cards")
CardFile = Annotated[Path, typer.Argument(metavar="FILE", help="A .csv or .toml file of cards.")]


@cards_app.command("check")
def cards_check(game: GameId, file: CardFile, json: Json = False) -> None:
    """Say what a file of cards holds, or everything that is wrong with it; nothing is kept."""
    from companion.cli import cards as command

    raise typer.Exit(command.check(game, file, json))


@cards_app.command("import")
def cards_import(
    game: GameId,
    file: CardFile,
    pack: Annotated[str | None, typer.Option(help="The id of the pack; by default the file's name.")] = None,
    name: Annotated[str | None, typer.Option(help="The name people see.")] = None,
    json: Json = False,
) -> None:
    """Keep a file of cards as a pack of one's own; nothing is kept when there is a single fault."""
    from companion.cli import cards as command

    raise typer.Exit(command.import_(game, file, pack, name, json))


@cards_app.command("export")
def cards_export(
    game: GameId,
    pack: Annotated[str, typer.Argument(metavar="PACK", help="For example practice.")],
    file: Annotated[
        Path, typer.Option("-o", metavar="FILE", help="A .csv (cards only) or .toml (the whole pack) file.")
    ],
    json: Json = False,
) -> None:
    """Write a pack to a file."""
    from companion.cli import cards as command

    raise typer.Exit(command.export(game, pack, file, json))


log_app = typer.Typer(help="The sessions written down.", rich_markup_mode=None)
app.add_typer(log_app, name="log")


@log_app.command("list")
def log_list(json: Json = False) -> None:
    """Every session, the last touched first."""
    from companion.cli import logs

    raise typer.Exit(logs.listed(json))


@log_app.command("show")
def log_show(session: Annotated[str, typer.Argument(metavar="SESSION")], json: Json = False) -> None:
    """A session's scoreboard and log."""
    from companion.cli import logs

    raise typer.Exit(logs.show(session, json))


@log_app.command("export")
def log_export(
    file: Annotated[Path, typer.Option("-o", metavar="FILE.json")],
    session: Annotated[list[str] | None, typer.Argument(help="Sessions; none: all but the deleted.")] = None,
) -> None:
    """Write sessions to a file that can be imported elsewhere. It holds everything, hidden choices too."""
    from companion.cli import archive

    raise typer.Exit(archive.export(file, session or []))


@log_app.command("import")
def log_import(file: Annotated[Path, typer.Argument(metavar="FILE.json")], json: Json = False) -> None:
    """Add the sessions of a file; the same file twice adds nothing."""
    from companion.cli import archive

    raise typer.Exit(archive.import_(file, json))


@log_app.command("backup")
def log_backup() -> None:
    """Make a backup now."""
    from companion.cli import archive

    raise typer.Exit(archive.backup())


@log_app.command("restore")
def log_restore(
    name: Annotated[str | None, typer.Argument(metavar="BACKUP", help="None: list the backups.")] = None,
    json: Json = False,
) -> None:
    """Put a backup in the place of the log; the old file is kept."""
    from companion.cli import archive

    raise typer.Exit(archive.restore(name, json))


def main() -> None:
    """The entry point of the console script."""
    try:
        app(prog_name="companion")
    except BrokenPipeError:  # the reader of a pipe went away: no fault of ours
        sys.stderr.close()
        sys.exit(0)
