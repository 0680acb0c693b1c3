#!/usr/bin/env python3
"""Writes an object file with the part of ICU's data that the server can need. Foundation brings all of it, 34 MB, for
dates, numbers, names and sorting in every language; the server formats none of these. What stays: names of hosts in all
scripts (IDNA), normal forms, time zones, English. Prints the symbol of the data; the linker's option --wrap=SYMBOL makes
it take this object instead of what the archive has.
Usage: scripts/trim-icu-data.py ARCHIVE OBJECT

  ARCHIVE  lib_FoundationICU.a of the Swift toolchain
  OBJECT   the file to write
"""

import pathlib
import re
import struct
import subprocess
import sys

# What a package of data starts with: two bytes of magic, the size of what follows, little endian, ASCII, the format.
START = re.compile(rb"..\xda\x27\x14\x00..\x00\x00\x02\x00CmnD", re.DOTALL)
KEPT = re.compile(
    r".+\.nrm"  # normal forms, and with them names of hosts in all scripts
    r"|(icuver|res_index|pool|root|en|en_001|en_US|en_US_POSIX)\.res"
    r"|(supplementalData|metadata|likelySubtags|keyTypeData|numberingSystems|plurals)\.res"
    r"|(zoneinfo64|timezoneTypes|metaZones|windowsZones)\.res"
)


def package(archive):
    """The entries of the package of data in an archive: names and where each starts, from the start of their table."""
    found = START.search(archive)
    if found is None:
        sys.exit("There is no ICU data in this archive.")
    (size_of_header,) = struct.unpack_from("<H", archive, found.start())
    table = found.start() + size_of_header
    (count,) = struct.unpack_from("<I", archive, table)
    entries = []
    for index in range(count):
        name, data = struct.unpack_from("<II", archive, table + 4 + 8 * index)
        end = archive.index(b"\0", table + name)
        entries.append((archive[table + name : end].decode(), data))
    return archive[found.start() : table], table, entries


def trimmed(archive):
    header, table, entries = package(archive)
    starts = [data for _, data in entries[1:]]
    kept = [
        (name, archive[table + start : table + end])
        for (name, start), end in zip(entries, starts)  # without the last one, a language, whose end is not told
        if KEPT.fullmatch(name.split("/", 1)[1])
    ]
    names = b"".join(name.encode() + b"\0" for name, _ in kept)
    position, parts, offsets = 4 + 8 * len(kept), [], []
    data_position = position + len(names)
    data_position += -(len(header) + data_position) % 16
    padding = bytes(data_position - position - len(names))
    for name, data in kept:
        offsets.append(struct.pack("<II", position, data_position))
        position += len(name) + 1
        parts.append(data + bytes(-len(data) % 16))
        data_position += len(parts[-1])
    return header + struct.pack("<I", len(kept)) + b"".join(offsets) + names + padding + b"".join(parts)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, target = map(pathlib.Path, sys.argv[1:])
    if not source.exists():
        sys.exit(f"There is no {source}.")
    archive = source.read_bytes()
    symbol = re.search(rb"icudt\d+_dat", archive)
    if symbol is None:
        sys.exit("The data has no symbol in this archive.")
    symbol = symbol[0].decode()
    data = target.with_suffix(".dat")
    data.write_bytes(trimmed(archive))
    assembly = (
        f'.section .rodata\n.balign 16\n.globl __wrap_{symbol}\n__wrap_{symbol}:\n.incbin "{data}"\n'
        '.section .note.GNU-stack,"",%progbits\n'
    )
    compiler = ["clang", "-c", "-x", "assembler", "-o", str(target), "-"]
    subprocess.run(compiler, input=assembly, text=True, check=True)
    print(symbol)


if __name__ == "__main__":
    main()
