"""scripts/public-api: what it lists of a symbol graph, and what it complains about. `scripts/test` runs it on ours."""

import runpy
import sys
from pathlib import Path

import pytest

import children

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts/public-api"
FILE = "file:///package/Sources/Shop/Shop.swift"


def symbol(path, kind, text, line=1, documented_by="Shop", made_by_compiler=False):
    found = {
        "kind": {"identifier": f"swift.{kind}"},
        "identifier": {"precise": f"s:{path}{text}"},
        "pathComponents": path.split("."),
        "names": {"title": path.split(".")[-1]},
        "declarationFragments": [{"spelling": text}],
    }
    if not made_by_compiler:
        found["location"] = {"uri": FILE, "position": {"line": line - 1, "character": 0}}
    if documented_by:
        found["docComment"] = {"module": documented_by, "lines": [{"text": "Text."}]}
    return found


SYMBOLS = [
    symbol("Shop", "struct", "struct Shop"),
    symbol("Shop.Till", "enum", "enum Till"),
    symbol("Shop.Till.open", "enum.case", "case open"),
    symbol("Shop.open(at:)", "method", "func open(at hour: Int)"),
    symbol("Shop.open(at:)", "method", "func open(at time: Date)"),
    symbol("Shop.name", "property", "var name:\n    String"),
    symbol("Shop.init(rawValue:)", "init", "init?(rawValue: String)", made_by_compiler=True, documented_by=None),
    symbol("Seller", "protocol", "protocol Seller : Sendable"),
    symbol("Trait.shop", "type.property", "static var shop: Trait"),
    symbol("withShop(_:)", "func", "func withShop(_ body: () -> Void)"),
]
RELATIONSHIPS = [
    {"kind": "conformsTo", "source": SYMBOLS[0]["identifier"]["precise"], "target": SYMBOLS[7]["identifier"]["precise"]},
    {"kind": "conformsTo", "source": "s:Shopstruct Shop", "target": "s:SQ", "targetFallback": "Swift.Equatable"},
    {"kind": "conformsTo", "source": "s:Shopstruct Shop", "target": "s:s8C", "targetFallback": "Swift.Copyable"},
    {"kind": "memberOf", "source": SYMBOLS[5]["identifier"]["precise"], "target": "s:Shopstruct Shop"},
]
LISTING = """\
func withShop(_ body: () -> Void)

protocol Seller

struct Shop: Equatable, Seller
    var name: String
    func open(at hour: Int)
    func open(at time: Date)
    enum Till
        case open

extension Trait
    static var shop: Trait
"""


@pytest.fixture
def script():
    return runpy.run_path(str(SCRIPT))


def graph(symbols):
    return {"module": "Shop", "symbols": symbols, "relationships": RELATIONSHIPS}


def test_listing(script):
    assert "".join(f"{line}\n" for line in script["listing"](graph(SYMBOLS))) == LISTING


def test_listing_does_not_depend_on_the_order_of_symbols(script):
    assert script["listing"](graph(SYMBOLS[::-1])) == script["listing"](graph(SYMBOLS))


def test_undocumented(script):
    symbols = [
        symbol("Shop.name", "property", "var name: String", 12, documented_by=None),
        symbol("Shop.id", "property", "var id: String", 13, documented_by="Swift"),
        symbol("Shop.seller", "property", "var seller: Seller", 14, documented_by="Sellers"),
        symbol("Shop.==(_:_:)", "func.op", "static func == (a: Shop, b: Shop) -> Bool", 15, documented_by=None),
        symbol("Shop.description", "property", "var description: String", 16, documented_by=None),
        symbol("Shop.init(rawValue:)", "init", "init?(rawValue: String)", made_by_compiler=True, documented_by=None),
    ]

    found = list(script["undocumented"](graph(symbols), {"Shop", "Sellers"}))

    assert found == ["/package/Sources/Shop/Shop.swift:12: Shop.name", "/package/Sources/Shop/Shop.swift:13: Shop.id"]


def test_check(script, tmp_path):
    script["check"].__globals__["LISTS"] = tmp_path
    script["check"].__globals__["ROOT"] = tmp_path
    script["rewrite"]({"Shop": LISTING.splitlines()})
    script["check"]({"Shop": graph(SYMBOLS)})
    (tmp_path / "Gone.txt").touch()

    with pytest.raises(SystemExit) as complaint:
        script["check"]({"Shop": graph(SYMBOLS[:-1])})

    assert "Gone.txt: there is no such library" in complaint.value.code
    assert "\n-func withShop(_ body: () -> Void)\n" in complaint.value.code
    assert "run scripts/public-api and commit" in complaint.value.code
    script["rewrite"]({"Shop": script["listing"](graph(SYMBOLS[:-1]))})
    script["check"]({"Shop": graph(SYMBOLS[:-1])})


def test_other_arguments_are_usage_errors():
    result = children.run([sys.executable, SCRIPT, "--nonsense"])

    assert result.returncode == 2
    assert result.stdout == "" and result.stderr.startswith("usage: ")
