"""Galaxy, Heads-Up Hold'em: numbered steps, the letters of step 11, four named parts, and paytables."""

import re

_STEP = re.compile(r"(\d{1,2})\. ")
_LETTER = re.compile(r"(?:- )?([a-z])\) ")
_PAYTABLE = re.compile(r"Paytable (\d+)")
_PARTS = {
    "TRIPS PLUS": "Trips Plus",
    "POCKET BONUS": "Pocket Bonus",
    "ALL 6 BONUS": "All 6",
    "PROGRESSIVE": "Progressive",
}
_TABLES = {
    "Odds Win Paytable": "Odds",
    "Bad Beat (Odds Loss) Paytables": "Bad Beat",
    "Trips Plus Paytables": "Trips Plus",
    "Pocket Bonus Paytables": "Pocket Bonus",
    "All 6 Bonus Paytables": "All 6",
    "Progressive Paytables": "Progressive",
}


def clause_ids(text: str) -> list[str]:
    """Every clause: `1`, `11.a`, `Trips Plus`, and one for each paytable, such as `Bad Beat 2`."""
    ids: list[str] = []
    step = table = ""
    for line in map(str.strip, text.splitlines()):
        if numbered := _STEP.match(line):
            step = numbered[1]
            ids.append(step)
        elif lettered := _LETTER.match(line):
            ids.append(f"{step}.{lettered[1]}")
        elif line in _PARTS:
            ids.append(_PARTS[line])
        elif line in _TABLES:
            table = _TABLES[line]
        elif line.startswith("Outcome\t"):
            ids.extend(f"{table} {number}" for number in _PAYTABLE.findall(line))
    return ids
