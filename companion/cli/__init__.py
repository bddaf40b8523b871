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
def demo(json: Json = False) -> None:
    """Play a scripted four-player game of Anime Saga, and leave the session to open in the app."""
    from companion.cli import demo as script

    raise typer.Exit(script.run(json))


def main() -> None:
    """The entry point of the console script."""
    try:
        app(prog_name="companion")
    except BrokenPipeError:  # the reader of a pipe went away: no fault of ours
        sys.stderr.close()
        sys.exit(0)
