"""The house keeps its floor plan: who may call whom, what stands at the root, how long a file may be."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "models", "scanners", "data")
ALLOWED_ROOT = {
    *PACKAGES,
    "tests",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "constraints.txt",
    "main.py",
    ".ci",
    ".gitignore",
}

# A room may call the rooms listed for it; every room may call itself. Calls run downwards only.
_BOTTOM = {"companion.rules", "companion.texts", "models", "scanners", "data"}
_MIDDLE = _BOTTOM | {"companion.table", "companion.catalog"}
_UPPER = _MIDDLE | {"companion.judge", "companion.tournament"}
MAY_CALL = {
    "companion.rules": set(),
    "models": set(),
    "scanners": {"companion.texts"},
    "data": set(),
    "companion.texts": {"data"},
    "companion.catalog": _BOTTOM,
    "companion.table": _BOTTOM | {"companion.catalog"},
    "companion.judge": _MIDDLE,
    "companion.tournament": _MIDDLE,
    "companion.app": _UPPER,
    "companion.server": _UPPER | {"companion.app"},
    "companion.cli": _UPPER | {"companion.app", "companion.server"},
}
MAX_LINES = 450


def sources() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def room_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] == "companion":
        return ".".join(parts[:2]) if len(parts) > 1 else "companion"
    return parts[0] if parts[0] in PACKAGES else None


def imported(path: Path) -> set[str]:
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules |= (
                {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "companion" else {node.module}
            )
    return modules


def test_calls_run_downwards_only() -> None:
    wrong = []
    for path in sources():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        own = room_of(module)
        if own in (None, "companion"):
            continue
        for called in imported(path):
            other = room_of(called)
            if other is not None and other not in (own, "companion") and other not in MAY_CALL[own]:
                wrong.append(f"{module} calls {called}")
    assert not wrong


def test_the_rules_are_pure() -> None:
    pure = {
        "__future__",
        "collections",
        "typing",
        "types",
        "enum",
        "functools",
        "itertools",
        "math",
        "operator",
        "importlib",
        "re",
    }
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / "companion" / "rules").rglob("*.py"))
        for module in imported(path)
        if module.split(".")[0] not in pure and not module.startswith("companion.rules")
    ]
    assert not wrong


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_read_at_a_sitting(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_the_root_holds_the_layout_and_nothing_else() -> None:
    ignored = {line.strip().rstrip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
    found = {path.name for path in ROOT.iterdir()} - {".git"}
    extra = {name for name in found - ALLOWED_ROOT if name not in ignored and not name.endswith(".egg-info")}
    assert not extra
    assert found >= ALLOWED_ROOT


def test_constraints_pin_names_and_versions_only() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line and not line.startswith("#")]
    assert len(lines) > 30
    assert not [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9._+!-]+", line)]


def test_the_readme_and_ci_use_the_same_test_command() -> None:
    readme, ci = (ROOT / "README.md").read_text(encoding="utf-8"), (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    command = re.search(r"python3 .*&& \.venv/bin/pytest$", readme, re.MULTILINE)
    assert command is not None
    assert command.group(0) in ci
