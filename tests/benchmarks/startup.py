"""How long the command takes to start, beside a bare `import typer`; the first verdict, beside `import pydantic`.

    python tests/benchmarks/startup.py [--json]

Each is a fresh interpreter, taken in turns, the median of many. Goals: importing companion.cli and `--help` within
1.3x of `import typer`; `companion judge` within 2x of `import pydantic`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 25
CASE = {"game": "anime-saga", "players": ["Ana", "Bo"], "actions": [{"do": "heal", "player": "Ana"}]}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        case = Path(folder) / "case.json"
        case.write_text(json.dumps(CASE))
        call = "from companion.cli import main; import sys; sys.argv[1:] = {}; main()"
        commands = {
            "import_typer": "import typer",
            "import_cli": "import companion.cli",
            "help": call.format(["--help"]),
            "import_pydantic": "import pydantic",
            "judge": call.format(["judge", str(case), "--json"]),
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for round_ in range(ROUNDS + 1):
            for name, code in commands.items():
                begun = time.perf_counter()
                subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
                if round_:  # the first round warms the disk cache
                    times[name].append(time.perf_counter() - begun)
    ms = {name: round(statistics.median(values) * 1000, 1) for name, values in times.items()}
    result = {
        "ms": ms,
        "import_ratio": round(ms["import_cli"] / ms["import_typer"], 2),
        "help_ratio": round(ms["help"] / ms["import_typer"], 2),
        "judge_ratio": round(ms["judge"] / ms["import_pydantic"], 2),
    }
    if "--json" not in sys.argv:
        for name, value in ms.items():
            print(f"{name:16} {value:7.1f} ms")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
