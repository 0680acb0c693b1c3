"""Comparing JSON documents."""


def check_contains(wanted, found):
    """What is wanted is there; the server may add members, as it does to policies."""
    if isinstance(wanted, dict):
        for name, value in wanted.items():
            check_contains(value, found[name])
    elif isinstance(wanted, list):
        assert len(found) == len(wanted)
        for value, one in zip(wanted, found):
            check_contains(value, one)
    else:
        assert found == wanted
