"""What is different between an answer and what the data has for it."""

import json
import re
from collections import namedtuple

from .notation import unix

# `path` is where: `status`, `answer.users[0].email`, `relations`.
Difference = namedtuple("Difference", "path text")

RELATION = re.compile(r"(\S+) ([<=>]) (\S+)(?: \+ (\d+)s)?")


def shown(value, limit=300):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[:limit] + "…"


def differences(expected, found, path="answer", unordered=()):
    """All differences of a value in normal form: members, items, types, and the order of members."""
    name = re.split(r"\.|\[", path)[-1]
    if isinstance(expected, dict) and isinstance(found, dict):
        return _differences_of_objects(expected, found, path, unordered, name)
    if isinstance(expected, list) and isinstance(found, list):
        pairs = zip(expected, found, strict=False)
        inner = [
            difference
            for index, (one, other) in enumerate(pairs)
            for difference in differences(one, other, f"{path}[{index}]", unordered)
        ]
        if len(expected) != len(found):
            inner.append(Difference(path, f"{len(expected)} items recorded, {len(found)} found: {shown(found)}"))
        return inner
    if expected == found and type(expected) is type(found):
        return []
    if stands_for(expected, found, name):
        return []
    return [Difference(path, f"{shown(expected)} recorded, {shown(found)} found")]


def _differences_of_objects(expected, found, path, unordered, name):
    result = []
    for key, value in expected.items():
        if key in found:
            result += differences(value, found[key], f"{path}.{key}", unordered)
        else:
            result.append(Difference(f"{path}.{key}", f"{shown(value)} recorded, nothing found"))
    for key in found.keys() - expected.keys():
        result.append(Difference(f"{path}.{key}", f"nothing recorded, {shown(found[key])} found"))
    order = [key for key in expected if key in found]
    found_order = [key for key in found if key in expected]
    if order != found_order and name not in unordered:
        result.append(Difference(path, f"order {', '.join(order)} recorded, {', '.join(found_order)} found"))
    return result


def stands_for(place, found, name):
    """Whether a place of the data says less than what was found: a token or link as a whole, an instant as such."""
    if place == f"<{name}>":
        return isinstance(found, dict) and found.keys() <= {"<jwt>", "<link>"}
    return place == "<instant>" and isinstance(found, str) and re.fullmatch(r"<instant:\d>", found) is not None


def relation_found(relation, value_of, sent):
    """A relation such as `id_token.iat > sign-up:idToken.iat` with the sign that it really has, `?` without a value.

    The right side may be `sent`, the time of the request in seconds, with which times agree to five seconds.
    """
    left, _, right, seconds = RELATION.fullmatch(relation).groups()
    one = value_of(left)
    if right == "sent":
        expected = sent + int(seconds)
        sign = "?" if one is None else "=" if abs(unix(one) - expected) <= 5 else "<" if unix(one) < expected else ">"
        return f"{left} {sign} sent + {seconds}s"
    other = value_of(right)
    if one is None or other is None:
        sign = "?"
    elif str(one) == str(other):
        sign = "="
    elif str(one).isdigit() and str(other).isdigit():
        sign = "<" if int(one) < int(other) else ">"
    else:
        sign = "≠"
    return f"{left} {sign} {right}"
