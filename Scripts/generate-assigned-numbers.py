#!/usr/bin/env python3
"""Writes Sources/Analyzer/Names/AssignedNumbersTable.swift and THIRD-PARTY-NOTICES from two packages of PyPI.

    python3 Scripts/generate-assigned-numbers.py           write the files
    python3 Scripts/generate-assigned-numbers.py --check   exit 1 if they differ from what would be written
    ... --wheels DIR                                       take the wheels from DIR, not from pip

bluetooth-numbers has services, characteristics and companies, bleak has units, declarations and the
characteristics assigned since. The wheels are pinned by hash and only read as text, never imported.
"""

import argparse
import ast
import difflib
import subprocess
import sys
import tempfile
import textwrap
import uuid
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/Analyzer/Names/AssignedNumbersTable.swift"
NOTICES = ROOT / "THIRD-PARTY-NOTICES"

PACKAGES = {
    "bluetooth-numbers": ("1.1.2", "4fbd09be00587817eef7abe0c50c71b8842b2a9c7cb438983c156286a7b774bd"),
    "bleak": ("3.1.0", "3cb08e03039f6e477c276252540416b287d4e3de63a86732780ff93a2f6e73ef"),
}

# Where the packages differ from the Assigned Numbers document, by slips of theirs or by later renaming.
CORRECTIONS = {
    "services": {0x1855: "Telephony and Media Audio"},
    "characteristics": {
        0x2A40: "Ringer Control Point",
        0x2A95: "Two Zone Heart Rate Limits",
        0x2AA5: "Bond Management Feature",
        0x2B02: "Mass Flow",
        0x2B44: "Physical Activity Current Session",
        0x2B8C: "CO2 Concentration",
        0x2BF2: "Elapsed Time",
    },
    "descriptors": {0x2901: "Characteristic User Description"},
    "units": {0x27C3: "sound pressure (decibel)"},
    "companies": {0xFFFF: "Bluetooth SIG reserved default vendor"},
}

# Assigned after both packages were made.
ADDITIONS = {
    "services": {
        0x1858: "Gaming Audio",
        0x185A: "Industrial Measurement Device",
        0x185B: "Ranging",
        0x185C: "HID ISO",
    },
    "characteristics": {
        0x2C00: "GMAP Role",
        0x2C01: "UGG Features",
        0x2C02: "UGT Features",
        0x2C03: "BGS Features",
        0x2C04: "BGR Features",
        0x2C14: "RAS Features",
        0x2C15: "Real-time Ranging Data",
        0x2C16: "On-demand Ranging Data",
        0x2C17: "RAS Control Point",
        0x2C18: "Ranging Data Ready",
        0x2C19: "Ranging Data Overwritten",
    },
    "descriptors": {
        0x2910: "Observation Schedule",
        0x2911: "Valid Range and Accuracy",
        0x2912: "Measurement Description",
        0x2913: "Manufacturer Limits",
        0x2914: "Process Tolerances",
        0x2915: "IMD Trigger Setting",
        0x2916: "Cooking Sensor Info",
        0x2917: "Cooking Trigger Setting",
    },
}

DESCRIPTIONS = {
    "services": "Services by UUID; from 0xFC00 on they are members', with the name of the member or the use.",
    "characteristics": "Characteristics by UUID.",
    "descriptors": "Descriptors by UUID.",
    "declarations": "Attribute types of the GATT declarations.",
    "units": "Units by number.",
    "companies": "Companies by identifier.",
}

# The database behind bluetooth-numbers; its licence is not in the wheel.
NORDIC_LICENCE = """\
Copyright (c) 2019 - 2020, Nordic Semiconductor ASA
All rights reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided \
that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the \
following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and \
the following disclaimer in the documentation and/or other materials provided with the distribution.

3. Neither the name of Nordic Semiconductor ASA nor the names of its contributors may be used to endorse or \
promote products derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED \
WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY, AND FITNESS FOR A \
PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL NORDIC SEMICONDUCTOR ASA OR CONTRIBUTORS BE LIABLE FOR \
ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED \
TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) \
HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING \
NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE \
POSSIBILITY OF SUCH DAMAGE.
"""


def download(folder):
    """Puts the pinned wheels into a folder."""
    requirements = folder / "requirements.txt"
    requirements.write_text(
        "".join(f"{name}=={version} --hash=sha256:{digest}\n" for name, (version, digest) in PACKAGES.items())
    )
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        + ["--only-binary", ":all:", "--require-hashes", "-r", str(requirements), "-d", str(folder)],
        check=True,
    )


def wheel(folder, name):
    """The opened wheel of a package."""
    version, _ = PACKAGES[name]
    path = folder / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    return zipfile.ZipFile(path)


def table(source, name):
    """The dictionary a Python file assigns to a name; keys are numbers or UUIDs."""

    def key(node):
        if isinstance(node, ast.Call):
            return uuid.UUID(node.args[0].value)
        return ast.literal_eval(node)

    for statement in ast.parse(source).body:
        target = getattr(statement, "target", None)
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
        if isinstance(target, ast.Name) and target.id == name:
            value = statement.value
            literal = value.args[0] if isinstance(value, ast.Call) else value
            return {key(k): ast.literal_eval(v) for k, v in zip(literal.keys, literal.values)}
    raise SystemExit(f"no table {name} in the package")


def tidy(number, name, suffix):
    """A name without what the packages do to some of them only."""
    if "Ã" in name:  # UTF-8 that was taken for Windows-1252
        name = name.encode("cp1252").decode("utf-8")
    if isinstance(number, int) and number < 0x3000 and suffix:
        name = name.removesuffix(suffix)
    return " ".join(name.split())


def without_slips(names):
    """The services: bluetooth-numbers has most members' numbers as decimal digits in hexadecimal.

    A number that is also there as it should be has a better name, that of its use.
    """
    slips = {key for key in names if isinstance(key, int) and key > 0xFFFF}
    rest = {key: name for key, name in names.items() if key not in slips}
    return {int(f"{key:x}"): names[key] for key in slips} | rest


def tables(folder):
    """All tables by title."""
    with wheel(folder, "bluetooth-numbers") as numbers, wheel(folder, "bleak") as bleak:

        def of(title):
            variable = "company" if title == "companies" else title.removesuffix("s")
            return table(numbers.read(f"bluetooth_numbers/_{title}.py").decode(), variable)

        short = table(bleak.read("bleak/uuids.py").decode(), "uuid16_dict")
        made = {
            "services": without_slips(of("services")),
            "characteristics": of("characteristics"),
            "descriptors": of("descriptors"),
            "companies": of("companies"),
            "units": {},
            "declarations": {},
        }
    ranges = {
        "services": range(0x1800, 0x1900),
        "characteristics": [n for n in range(0x2A00, 0x2D00) if n not in (0x2ACA, 0x2ACB)],  # object types
        "descriptors": range(0x2900, 0x2A00),
        "units": range(0x2700, 0x2800),
        "declarations": range(0x2800, 0x2900),
    }
    suffixes = {"services": " Service", "characteristics": " Characteristic"}
    for title, names in made.items():
        for number in ranges.get(title, []):
            if number in short:
                names.setdefault(number, short[number])
        for number in names:
            names[number] = tidy(number, names[number], suffixes.get(title))
        names.update(ADDITIONS.get(title, {}) | CORRECTIONS.get(title, {}))
    return made


def licences(folder):
    """The licences that the packages ask to be kept with what is taken from them."""
    found = [("Bluetooth Numbers Database", NORDIC_LICENCE)]
    for name in PACKAGES:
        with wheel(folder, name) as package:
            member = next(m for m in package.namelist() if ".dist-info/" in m and "/LICENSE" in m)
            found.append((name, package.read(member).decode()))
    return found


def swift(folder):
    """The text of the Swift file."""
    packages = " and ".join(f"{name} {version}" for name, (version, _) in PACKAGES.items())
    lines = [
        "// swift-format-ignore-file",
        f"// Made by Scripts/generate-assigned-numbers.py from {packages}; do not edit.",
        "// The licences of the data are at the end of the file.",
        "",
        "/// Names of assigned numbers as lines of a hexadecimal number or UUID, a space and the name.",
        "enum AssignedNumbersTable {",
    ]
    made = tables(folder)
    for title, description in DESCRIPTIONS.items():
        names = made[title]
        short = sorted(key for key in names if isinstance(key, int))
        long = sorted(key for key in names if isinstance(key, uuid.UUID))
        lines += [f"  /// {description}", f'  static let {title} = #"""']
        lines += [f"    {key:04x} {names[key]}" for key in short]
        lines += [f"    {key} {names[key]}" for key in long]
        lines += ['    """#', ""]
    lines[-1] = "}"
    for name, text in licences(folder):
        lines += ["", f"// {name}:", "//"]
        for paragraph in paragraphs(text):
            lines += [f"// {line}" for line in paragraph] + ["//"]
        lines.pop()
    return "\n".join(lines) + "\n"


def paragraphs(text):
    """The paragraphs of a licence, each as lines."""
    return [textwrap.wrap(" ".join(part.split()), 100) for part in text.strip().split("\n\n")]


def notices(folder):
    """The text of the notices that come with the program, which holds the names."""
    packages = " and ".join(f"{name} {version}" for name, (version, _) in PACKAGES.items())
    lines = [
        "bleshark holds names of services, characteristics, descriptors, units and companies that were taken",
        f"from {packages}. Their licences:",
    ]
    for name, text in licences(folder):
        lines += ["", "", name, "-" * len(name)]
        for paragraph in paragraphs(text):
            lines += ["", *paragraph]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Writes the table of assigned numbers.")
    parser.add_argument("--check", action="store_true", help="compare only; exit 1 on a difference")
    parser.add_argument("--wheels", type=Path, help="folder that holds the wheels")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.wheels or Path(temporary)
        if not options.wheels:
            download(folder)
        made = {TARGET: swift(folder), NOTICES: notices(folder)}
    if not options.check:
        for path, text in made.items():
            path.write_text(text, encoding="utf-8")
        return 0
    found = False
    for path, text in made.items():
        committed = path.read_text(encoding="utf-8") if path.exists() else ""
        sides = committed.splitlines(), text.splitlines()
        difference = list(difflib.unified_diff(*sides, "committed", "made", n=0, lineterm=""))
        print("\n".join(difference[:40]) if difference else f"{path.name} is up to date")
        found = found or bool(difference)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
