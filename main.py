"""The entry point that Flet's packager looks for; everywhere else the `companion` command starts the app."""

from companion.app.launch import run

run()
