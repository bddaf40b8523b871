"""The `companion` command as scripts use it: exit codes, JSON on stdout, one line on stderr for malformed input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from companion.rules import ROOMS
from scanners import Payload, encode
from scanners.symbol import png

GAMES = list(ROOMS)
CASE: dict[str, Any] = {
    "game": "anime-saga",
    "players": ["Ana", "Bo"],
    "position": {"players": {"Ana": {"life": 3, "max_life": 6}}},
    "actions": [{"do": "heal", "player": "Ana"}],
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(folder))
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    return folder


def companion(*arguments: object, given: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    data = given.encode() if isinstance(given, str) else given
    call = [sys.executable, "-c", "from companion.cli import main; main()", *map(str, arguments)]
    done = subprocess.run(call, input=data, capture_output=True, check=False)
    return subprocess.CompletedProcess(call, done.returncode, done.stdout.decode(), done.stderr.decode())


def judged(case: object, *options: str) -> subprocess.CompletedProcess[str]:
    return companion("judge", "-", *options, given=json.dumps(case))


def test_a_legal_case_is_exit_zero_with_the_contract_in_json() -> None:
    done = judged(CASE, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert set(answer) == {"game", "assumed", "steps", "totals", "outcome"}
    (step,) = answer["steps"]
    assert step["legal"] is True
    assert step["changes"] == [
        {
            "player": "Ana",
            "counter": "life",
            "from": 3,
            "to": 4,
            "why": "the Heal action: 1 life",
            "rules": step["changes"][0]["rules"],
        }
    ]
    assert "position.players.Bo" in answer["assumed"]
    assert answer["outcome"] is None


def test_an_illegal_step_is_exit_one_and_the_next_is_judged_on_the_unchanged_position() -> None:
    case = {**CASE, "actions": [{"do": "heal", "player": "Bo"}, {"do": "heal", "player": "Ana"}]}
    done = judged(case, "--json")
    assert done.returncode == 1
    first, second = json.loads(done.stdout)["steps"]
    assert [problem["code"] for problem in first["problems"]] == ["not-your-turn"]
    assert (first["legal"], second["legal"]) == (False, True)


def test_what_depends_is_null_and_says_what_to_tell() -> None:
    case = {**CASE, "position": {}, "actions": [{"do": "contribute", "player": "Ana", "cards": ["heal-agility"]}]}
    done = judged(case, "--json")
    (step,) = json.loads(done.stdout)["steps"]
    assert (done.returncode, step["legal"]) == (1, None)
    assert step["needs"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[]", "expected one JSON object"),
        (b"[" * 200_000, "not JSON"),
        (b'{"game": "chess"}', "game: 'chess'; expected one of"),
        (json.dumps({**CASE, "players": ["Ana"]}).encode(), "players: 1 names"),
        (json.dumps({**CASE, "players": ["Ana", "Ana"]}).encode(), "players: the same name twice"),
        (json.dumps({**CASE, "players": "Ana"}).encode(), "players: expected a list"),
        (json.dumps({**CASE, "colour": 1}).encode(), "colour: no such field"),
        (json.dumps({**CASE, "rulings": {"AS14": "x"}}).encode(), "rulings.AS14"),
        (json.dumps({**CASE, "position": {"players": {"Zoe": {}}}}).encode(), "position.players.Zoe"),
        (json.dumps({**CASE, "position": {"players": {"Ana": {"life": "x"}}}}).encode(), "position.players.Ana.life"),
        (json.dumps({**CASE, "position": {"moon": 1}}).encode(), "position.moon"),
        (json.dumps({**CASE, "actions": [1]}).encode(), "actions[0]"),
        (json.dumps({**CASE, "actions": {}}).encode(), "actions: expected a list"),
    ],
)
def test_a_malformed_case_is_exit_two_and_one_line(given: bytes, says: str) -> None:
    done = companion("judge", "-", given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_case_file_that_is_not_there_is_exit_two(tmp_path: Path) -> None:
    done = companion("judge", tmp_path / "none.json")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_accepts_a_case_of_its_game(game: str) -> None:
    schema = json.loads(companion("judge", "--schema", game).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    case = {"game": game, "players": ["Ana", "Bo"], "position": {}, "actions": [{"do": "leave", "player": "Ana"}]}
    jsonschema.validate(case, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(case | {"actions": [{"do": "fly"}]}, schema)


def test_rules_are_found_by_words() -> None:
    done = companion("rules", "anime-saga", "smallest", "pile", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert {"id", "title", "text", "where"} <= set(found[0])
    assert companion("rules", "anime-saga", "zyxwv").returncode == 1
    assert companion("rules", "chess").returncode == 2


@pytest.mark.usefixtures("home")
def test_the_demo_plays_a_whole_game_whose_lines_add_up() -> None:
    done = companion("demo", "--json")
    assert done.returncode == 0, done.stderr
    demo = json.loads(done.stdout)
    assert demo["outcome"]["winners"]
    for name, lines in demo["why"].items():
        assert sum(line["amount"] for line in lines) == demo["totals"]["players"][name]["fame"]
        assert not [line["why"] for line in lines if "[" in line["why"]], "an explanation is words, not a Python value"
    (listed,) = json.loads(companion("log", "list", "--json").stdout)
    assert (listed["id"], listed["state"]) == (demo["session"], "finished")
    shown = json.loads(companion("log", "show", demo["session"], "--json").stdout)
    assert shown["totals"] == demo["totals"]
    assert companion("log", "show", "nothing").returncode == 2


@pytest.mark.usefixtures("home")
def test_cards_go_out_come_back_and_every_fault_is_listed(tmp_path: Path) -> None:
    sheet = tmp_path / "box.csv"
    assert companion("cards", "export", "anime-saga", "practice", "-o", sheet).returncode == 0
    assert companion("cards", "check", "anime-saga", sheet).returncode == 0
    assert companion("cards", "import", "anime-saga", sheet, "--pack", "mine").returncode == 0
    sheet.write_text("kind,id,name\ncharacter,x,\nmoon,y,z\n", encoding="utf-8")
    done = companion("cards", "import", "anime-saga", sheet, "--pack", "other")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) >= 2


def test_the_log_goes_out_comes_back_and_is_restored(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert companion("demo").returncode == 0
    file = tmp_path / "log.json"
    assert companion("log", "export", "-o", file).returncode == 0
    again = json.loads(companion("log", "import", file, "--json").stdout)
    assert (again["sessions_added"], again["entries_added"]) == (0, 0)
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path / "other"))
    assert json.loads(companion("log", "import", file, "--json").stdout)["sessions_added"] == 1
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(home))
    backup = Path(companion("log", "backup").stdout.strip()).name
    assert companion("demo").returncode == 0
    assert backup in {found["name"] for found in json.loads(companion("log", "restore", "--json").stdout)}
    assert companion("log", "restore", backup).returncode == 0
    assert len(json.loads(companion("log", "list", "--json").stdout)) == 1
    assert companion("log", "restore", "nothing").returncode == 2
    file.write_text("[]", encoding="utf-8")
    assert companion("log", "import", file).returncode == 2
    assert companion("log", "import", tmp_path / "none.json").returncode == 2
    assert companion("log", "export", "-o", tmp_path / "no" / "x.json").returncode == 2


def test_a_picture_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"no picture")
    done = companion("scan", picture, "--json")
    (line,) = done.stdout.splitlines()
    assert (done.returncode, json.loads(line)["codes"]) == (1, [])
    assert done.stderr.count("\n") == 1


def test_a_sticker_in_a_picture_is_read(tmp_path: Path) -> None:
    text = encode(Payload("AS", "0001", 2))
    picture = tmp_path / "sticker.png"
    picture.write_bytes(png(text))
    done = companion("scan", picture, "--json")
    line = json.loads(done.stdout)
    assert (done.returncode, set(line)) == (0, {"file", "codes", "ms"})
    (code,) = line["codes"]
    assert (code["text"], code["card"]) == (text, {"game": "AS", "card": "0001", "copy": 2})
    assert [len(corner) for corner in code["quad"]] == [2, 2, 2, 2]


@pytest.mark.parametrize("sheet", ["a4-65", "letter-30", "inserts", "small-proxies"])
def test_stickers_are_printed_for_every_copy(tmp_path: Path, sheet: str) -> None:
    file = tmp_path / "sheet.pdf"
    done = companion("stickers", "anime-saga", "--cards", "training-strength", "--sheet", sheet, "-o", file)
    assert (done.returncode, done.stdout) == (0, f"{file}: 2 stickers\n")
    assert file.read_bytes().startswith(b"%PDF")


def test_one_symbol_is_printed_as_a_picture_that_scans(tmp_path: Path) -> None:
    file = tmp_path / "card.png"
    assert companion("stickers", "anime-saga", "--cards", "training-strength", "-o", file).returncode == 0
    (code,) = json.loads(companion("scan", file, "--json").stdout)["codes"]
    assert code["card"]["game"] == "AS"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", "-o", "x.pdf"], "no game"),
        (["anime-saga", "-o", "x.pdf", "--sheet", "a5"], "--sheet"),
        (["anime-saga", "-o", "x.pdf", "--cards", "nope"], "no card nope"),
        (["anime-saga", "-o", "x.pdf", "--size", "40"], "mm wide"),
        (["anime-saga", "-o", "x.png"], "one symbol"),
        (["anime-saga", "-o", "x.doc"], "expected a .pdf"),
        (["anime-saga", "-o", "no/such/folder/x.pdf"], "can be written"),
    ],
)
def test_a_sheet_that_cannot_be_is_one_line(arguments: list[str], says: str) -> None:
    done = companion("stickers", *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert says in done.stderr


def test_an_unknown_command_is_exit_two() -> None:
    assert companion("fly").returncode == 2
