"""API keys that follow from a project's ID."""

import base64
import re

# Position 0 ends the ID.
ALPHABET = "\0abcdefghijklmnopqrstuvwxyz0123456789-"
LONGEST_ID = 30
NUMBER_BYTES = 20
CHECKSUM_BYTES = 6


def derived_key(project: str) -> str:
    """The key that selects a project on every Firebreak server without being registered, as `firebreak keys` prints it.

    It has the form that Apple's and Android's SDKs insist on: a reversible encoding of the ID with a checksum. IDs of
    more than 30 characters, or with others than `a-z`, `0-9` and `-`, have `project:ID` instead.
    """
    if not re.fullmatch(r"[a-z0-9-]{1,30}", project):
        return f"project:{project}"
    number = 0
    for character in reversed(project.ljust(LONGEST_ID, ALPHABET[0])):
        number = number * len(ALPHABET) + ALPHABET.index(character)
    content = number.to_bytes(NUMBER_BYTES, "big")
    hashed = stable_hash(content + b"firebreak")
    checksum = bytes(hashed >> 8 * index & 0xFF for index in range(CHECKSUM_BYTES))
    masked = bytes(
        byte ^ (stable_hash(bytes([index]) + checksum) >> 24 & 0xFF) for index, byte in enumerate(content))
    return "AIza" + base64.urlsafe_b64encode(checksum + masked).rstrip(b"=").decode()


def stable_hash(content: bytes) -> int:
    """FNV-1a of 64 bits."""
    value = 0xCBF2_9CE4_8422_2325
    for byte in content:
        value = (value ^ byte) * 0x100_0000_01B3 & 0xFFFF_FFFF_FFFF_FFFF
    return value
