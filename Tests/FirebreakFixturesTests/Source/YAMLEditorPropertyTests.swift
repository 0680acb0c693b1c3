import FirebreakFixtures
import FirebreakWire
import Testing

/// Documents that are made up, and changes of them.
@Suite(.timeLimit(.minutes(20)))
struct YAMLEditorPropertyTests {
    @Test(arguments: 0..<24 as Range<UInt64>)
    func `a change does what it says and nothing else, or is refused`(seed: UInt64) throws {
        var read = 0
        var refused = 0
        for round in 0..<60 as Range<UInt64> {
            var author = Author(seed: seed << 32 | round)
            let text = author.document()
            // Some of what is made up is not YAML.
            guard let before = try? FixtureSource(Array(text.utf8), file: "a.yaml", environment: nil).value else {
                continue
            }
            read += 1
            let changes = author.changes(of: before)
            do throws(FixtureError) {
                let bytes = try YAMLEditor.applying(changes, to: Array(text.utf8), file: "a.yaml")
                let after = try FixtureSource(bytes, file: "a.yaml", environment: nil).value
                let expected = changes.reduce(into: before) { $0.apply($1) }
                #expect(after.isEquivalent(to: expected), "\(seed) \(round)")
                #expect(
                    author.hasKept(changes, in: bytes),
                    "\(seed) \(round)\n\(text)\n\(changes)\n\(String(decoding: bytes, as: UTF8.self))")
            } catch {
                refused += 1
                // The safety net is for what nobody thought of, and for blank lines that come to stand behind `|+`.
                #expect(
                    text.containsBytes(of: "|+")
                        || !error.description.containsBytes(of: "without changing something else"),
                    "\(seed) \(round)\n\(text)\n\(changes)")
                #expect(
                    !error.description.containsBytes(of: "at one time")
                        && !error.description.containsBytes(of: "written in a way"),
                    "\(seed) \(round)\n\(text)\n\(changes)")
            }
        }
        #expect(read >= 40)
        #expect(refused * 2 < read)
    }
}

/// Writes documents in every way that people do.
private struct Author {
    private var random: SplitMix64
    private var lines: [(path: [String], text: String)] = []
    private var comments = 0
    private var lineBreak = "\n"
    private var names = 0

    init(seed: UInt64) { random = SplitMix64(state: seed &* 0x9E37_79B9) }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: Documents

    mutating func document() -> String {
        lineBreak = chance(30) ? "\r\n" : "\n"
        if chance(10) { line([], "--- # start") }
        mapping([], indentation: "", prefix: nil, depth: 0)
        if chance(10) { line([], "...") }
        let text = lines.map { $0.text + lineBreak }.joined()
        // A text behind `|` would end in another way then, if something came behind it.
        let endsFreely = !text.containsByte(UInt8(ascii: "|")) && !text.containsByte(UInt8(ascii: ">"))
        return chance(15) && endsFreely ? text.without(ending: lineBreak) : text
    }

    private mutating func line(_ path: [String], _ text: String) { lines.append((path, text)) }

    private mutating func comment() -> String {
        comments += 1
        return chance(40) ? one(of: [" # c\(comments)", "  # it's {c\(comments)}, [", "\t# \tä\(comments): \"x"]) : ""
    }

    private mutating func between(_ path: [String], _ indentation: String) {
        // Behind `|+`, a blank line would be part of the text.
        if chance(10), lines.last?.text.endsWithBytes(of: "end") != true { line(path, "") }
        comments += 1
        if chance(15) { line(path, "\(chance(70) ? indentation : "")# own \(comments): - x {") }
    }

    private mutating func mapping(_ path: [String], indentation: String, prefix: String?, depth: Int) {
        var prefix = prefix
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            names += 1
            let name = one(of: ["n\(names)", "key-\(names)", "a b\(names)", "ü\(names)", "#\(names)", "n\(names): x"])
            let isPlain = name.utf8.first != UInt8(ascii: "#") && !name.containsBytes(of: ": ")
            let key = isPlain && chance(70) ? name : one(of: ["\"\(name)\"", "'\(name)'"])
            if prefix == nil { between(path + ["\u{0}"], indentation) }
            value(
                path + [name], indentation: indentation,
                head: (prefix ?? indentation) + key + (chance(10) ? " :" : ":"), isElement: false, depth: depth + 1)
            prefix = nil
        }
    }

    private mutating func sequence(_ path: [String], indentation: String, prefix: String?, depth: Int) {
        var prefix = prefix
        for index in 0..<Int.random(in: 1...4, using: &random) {
            if prefix == nil { between(path + ["\u{0}"], indentation) }
            value(
                path + [String(index)], indentation: indentation, head: (prefix ?? indentation) + "-", isElement: true,
                depth: depth + 1)
            prefix = nil
        }
    }

    private mutating func value(_ path: [String], indentation: String, head: String, isElement: Bool, depth: Int) {
        let kind = Int.random(in: 0..<(depth < 4 ? 16 : 10), using: &random)
        switch kind {
        case 0: line(path, head + comment())
        case 1:
            let mark = one(of: ["|", ">", "|-", ">-", "|+"])
            line(path, head + " " + mark + comment())
            let inner = indentation + one(of: ["  ", "    "])
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                line(path, inner + one(of: ["text # no comment", "- x", "k: v", "'", "ä"]))
                if chance(20) { line(path, "") }
            }
            line(path, inner + "end")
        case 2:
            line(path, head + one(of: [" one", " \"one", " 'one"]))
            let text = lines.removeLast().text
            let quote = text.endsWithBytes(of: "\"one") ? "\"" : text.endsWithBytes(of: "'one") ? "'" : ""
            line(path, text)
            if chance(30) { line(path, "") }
            line(path, indentation + "   two" + quote + comment())
        case 3, 4, 5:
            let text = flow(depth)
            if chance(25), text.containsBytes(of: ", ") {
                let parts = text.separated(by: ", ")
                for (index, part) in parts.enumerated() {
                    let isLast = index == parts.count - 1
                    line(path, (index == 0 ? head + " " : indentation + "   ") + part + (isLast ? "" : ",") + comment())
                }
            } else if chance(10) {
                line(path, head + comment())
                line(path, indentation + "  " + text + comment())
            } else {
                line(path, head + one(of: [" ", "  ", isElement ? " " : "\t"]) + text + comment())
            }
        case 6..<10: line(path, head + " " + scalar() + comment())
        case 10..<14:
            let inner = indentation + one(of: ["  ", "    ", "  "])
            if isElement, chance(60) {
                mapping(path, indentation: indentation + "  ", prefix: head + " ", depth: depth)
            } else {
                line(path, head + comment())
                mapping(path, indentation: inner, prefix: nil, depth: depth)
            }
        default:
            if isElement, chance(60) {
                sequence(path, indentation: indentation + "  ", prefix: head + " ", depth: depth)
            } else {
                line(path, head + comment())
                sequence(
                    path, indentation: indentation + (isElement ? "  " : one(of: ["", "  "])), prefix: nil, depth: depth
                )
            }
        }
    }

    private mutating func scalar() -> String {
        one(of: [
            "1", "-1.5e3", "true", "null", "~", "text", "'single ''q'", "\"double \\u00e4\\n\"", "two words", "ü",
            "http://a/b#c", "a:b",
        ])
    }

    private mutating func flow(_ depth: Int) -> String {
        let count = Int.random(in: 0...3, using: &random)
        let padding = chance(50) ? " " : ""
        let isMapping = chance(50)
        guard count > 0 else { return isMapping ? "{}" : "[]" }
        var items: [String] = []
        for index in 0..<count {
            let item = depth < 5 && chance(20) ? flow(depth + 1) : scalar()
            items.append(isMapping ? one(of: ["f\(index): ", "\"f\(index)\": ", "\"f\(index)\":"]) + item : item)
        }
        let text = padding + items.joined(separator: ", ") + (chance(10) ? "," : "") + padding
        return isMapping ? "{\(text)}" : "[\(text)]"
    }

    // MARK: Changes

    mutating func changes(of value: JSON) -> [YAMLEditor.Change] {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in change(of: value) }
    }

    private mutating func change(of value: JSON) -> YAMLEditor.Change {
        var path: [String] = []
        var value: JSON? = value
        while case .object(let members)? = value, !members.isEmpty, path.isEmpty || chance(65) {
            if chance(20) {
                path.append(one(of: ["new", "new 2", "neu: ü"]))
                value = nil
            } else {
                let member = one(of: members)
                path.append(member.key)
                value = member.value
            }
        }
        if path.isEmpty { path = ["first"] }
        if chance(20) { return .remove(path: path) }
        return .set(path: path, to: value.map { changed($0, 0) } ?? any(0))
    }

    private mutating func changed(_ value: JSON, _ depth: Int) -> JSON {
        switch value {
        case .object(var members) where chance(80):
            for index in members.indices where chance(40) {
                members[index].value = changed(members[index].value, depth + 1)
            }
            if chance(30), !members.isEmpty { members.remove(at: Int.random(in: 0..<members.count, using: &random)) }
            if chance(30) { members.append(.init("added", any(depth + 1))) }
            return JSON(lastWins: members)
        case .array(var elements) where chance(80):
            for index in elements.indices where chance(20) { elements[index] = changed(elements[index], depth + 1) }
            if chance(40), !elements.isEmpty { elements.remove(at: Int.random(in: 0..<elements.count, using: &random)) }
            if chance(20) { elements.shuffle(using: &random) }
            if chance(40) { elements.insert(any(depth + 1), at: Int.random(in: 0...elements.count, using: &random)) }
            return .array(elements)
        default: return any(depth)
        }
    }

    private mutating func any(_ depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth < 3 ? 12 : 8), using: &random) {
        case 0: return nil
        case 1: return true
        case 2: return .number("42")
        case 3: return "text"
        case 4:
            return .string(
                one(of: [
                    "two words", "a: b", "x #y", "", " ", "${X}", "- a", "ü", "l1\nl2", "l1\n\n  l2\n", "'", "\"",
                    "\u{1}", "{", "a, b]", "12",
                ]))
        case 5: return .string(String(repeating: "long ", count: 30))
        case 6: return [:]
        case 7: return []
        case 8, 9: return .array((0..<Int.random(in: 1...3, using: &random)).map { _ in any(depth + 1) })
        default:
            let count = Int.random(in: 1...3, using: &random)
            return .object((0..<count).map { .init("m\($0)", any(depth + 1)) })
        }
    }

    // MARK: Checks

    /// Whether all lines are there that have nothing to do with the changes, in their order.
    func hasKept(_ changes: [YAMLEditor.Change], in bytes: [UInt8]) -> Bool {
        let paths = changes.map { change in
            switch change {
            case .set(let path, _), .remove(let path): path
            }
        }
        var rest = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)[...]
        for line in lines {
            let isTouched = paths.contains { path in path.starts(with: line.path) || line.path.starts(with: path) }
            if isTouched { continue }
            let text = Array(line.text.utf8)
            guard let index = rest.firstIndex(where: { $0 == text || $0 == text + [UInt8(ascii: "\r")] }) else {
                return false
            }
            rest = rest[(index + 1)...]
        }
        return true
    }
}

extension JSON {
    fileprivate mutating func apply(_ change: YAMLEditor.Change) {
        switch change {
        case .set(let path, let value): set(path[...], value)
        case .remove(let path): set(path[...], nil)
        }
    }

    private mutating func set(_ path: ArraySlice<String>, _ value: JSON?) {
        guard let name = path.first else { return }
        if path.count == 1 {
            if isNull, value != nil { self = [:] }
            self[name] = value
        } else if objectValue != nil || isNull {
            guard value != nil || self[name] != nil else { return }
            if isNull { self = [:] }
            var member = self[name] ?? nil
            member.set(path.dropFirst(), value)
            self[name] = member
        }
    }
}
