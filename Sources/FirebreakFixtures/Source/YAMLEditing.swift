import FirebreakWire

/// Finds what of a text is replaced so that its value becomes another one.
struct YAMLEditing {
    /// Where a value stands.
    private enum Place {
        case root
        /// In lines of its own or behind a colon or dash, which ends at an offset, of a collection at a column.
        case block(after: Int, column: Int)
        /// Within brackets; behind a key if it has no text of its own.
        case flow(after: Int, needsColon: Bool)
    }

    private struct Edit {
        var range: Range<Int>
        var text: [UInt8]
    }

    /// A member or an element with what belongs to it.
    private struct Item {
        var start: Int
        var end: Int
        /// Behind the colon or dash; of a member without colon, behind its key.
        var valueStart: Int
        var hasColon: Bool
    }

    private let syntax: YAMLSyntax
    private let spelling: YAMLSpelling
    private var edits: [Edit] = []

    init(_ syntax: YAMLSyntax, _ format: FixtureSource.Format) {
        self.syntax = syntax
        spelling = YAMLSpelling(isJSON: format == .json, habits: syntax.habits)
    }

    /// - Parameter old: The document's value, with variables expanded.
    /// - Returns: The new text.
    mutating func applying(_ target: YAMLTarget, to old: JSON) throws(YAMLRefusal) -> [UInt8] {
        if let root = syntax.root {
            try edit(root, old, target, .root, FixturePath())
        } else if case .object(let members)? = try target.applied(to: nil), !members.isEmpty {
            addLines(at: syntax.bytes.count, spelling.content(of: .object(members)), column: 0)
        }
        // At one place, what is added comes before what is replaced.
        let sorted = edits.enumerated().sorted { left, right in
            (left.element.range.lowerBound, left.element.range.isEmpty ? 0 : 1, left.offset)
                < (right.element.range.lowerBound, right.element.range.isEmpty ? 0 : 1, right.offset)
        }
        var result: [UInt8] = []
        result.reserveCapacity(syntax.bytes.count)
        var done = 0
        for (_, edit) in sorted {
            guard edit.range.lowerBound >= done, edit.range.upperBound <= syntax.bytes.count else {
                throw YAMLRefusal(
                    offset: edit.range.lowerBound, path: FixturePath(),
                    message: "what stands here cannot be changed at one time; change it by hand")
            }
            result += syntax.bytes[done..<edit.range.lowerBound]
            result += edit.text
            done = edit.range.upperBound
        }
        return result + syntax.bytes[done...]
    }

    private mutating func replace(_ range: Range<Int>, _ text: [UInt8]) { edits.append(Edit(range: range, text: text)) }

    private mutating func replace(_ start: Int, _ end: Int, _ text: [UInt8] = []) {
        replace(start..<max(start, end), text)
    }

    private mutating func add(_ text: [UInt8], at offset: Int) { replace(offset, offset, text) }

    /// Adds lines where a line begins.
    private mutating func addLines(at offset: Int, _ lines: [[UInt8]], column: Int) {
        let lineBreak = syntax.lineBreak(max(0, offset - 1))
        add(lines.flatMap { YAMLSpelling.spaces(column) + $0 + lineBreak }, at: offset)
    }

    /// Adds lines behind the line of an offset.
    private mutating func addLines(after offset: Int, _ lines: [[UInt8]], column: Int) {
        let lineBreak = syntax.lineBreak(offset)
        add(lines.flatMap { YAMLSpelling.spaces(column) + $0 + lineBreak }, at: syntax.nextLine(offset))
    }

    /// Lines of which the first is indented already.
    private func joined(_ lines: [[UInt8]], column: Int, at offset: Int) -> [UInt8] {
        Array(lines.joined(separator: syntax.lineBreak(offset) + YAMLSpelling.spaces(column)))
    }

    // MARK: Values

    /// Deeper than the parsers allow no value is.
    private mutating func edit(
        _ node: YAMLNode, _ old: JSON, _ target: YAMLTarget, _ place: Place, _ path: FixturePath
    ) throws(YAMLRefusal) {
        if let new = try? target.applied(to: old), new == old { return }
        try requireUnshared(node, path)
        let known = edits.count
        switch (node.kind, old, target) {
        case (.mapping, .object(let members), .members(let changes)):
            try editMapping(node, members, changes.entries, isWhole: false, place, path)
        case (.mapping, .object(let members), .value(.object(let new))):
            try editMapping(
                node, members, new.map { YAMLTarget.Members.Entry(name: $0.key, target: .value($0.value)) },
                isWhole: true, place, path)
        case (.sequence, .array(let elements), .value(.array(let new))):
            try editSequence(node, elements, new, place, path)
        case (.scalar, .null, .members) where node.text == nil:
            if let new = try target.applied(to: nil) { try replace(node, new, place, path) }
        case (_, _, .members(let changes)):
            let kind = node.kind == .sequence ? "a list" : "a text or number"
            throw refusal(
                node, changes.entries.first.map { path / $0.name } ?? path,
                "above this there is \(kind), which has no members")
        case (_, _, .value(let new)): try replace(node, new, place, path)
        case (_, _, .none), (_, _, .removed): break
        }
        breakLine(node, old, target, place, known)
    }

    private func refusal(_ node: YAMLNode, _ path: FixturePath, _ message: String) -> YAMLRefusal {
        YAMLRefusal(offset: node.start, path: path, message: message)
    }

    private func requireUnshared(_ node: YAMLNode, _ path: FixturePath) throws(YAMLRefusal) {
        if node.kind == .alias {
            throw refusal(node, path, "an alias (*name) stands here; what it stands for is not changed")
        }
        if node.isMarked {
            throw refusal(node, path, "this has an anchor (&name) or a tag (!name), so it is not changed")
        }
    }

    /// Requires that a text can go without losing what cannot be written again.
    private func requireLosable(_ node: YAMLNode, _ path: FixturePath) throws(YAMLRefusal) {
        var left = [node]
        while let node = left.popLast() {
            try requireUnshared(node, path)
            if let text = node.text, let variable = Self.variable(in: text) {
                throw refusal(node, path, "\(variable) stands here, and would be lost")
            }
            left += node.children
        }
    }

    /// The first variable; `nil` in a text without.
    private static func variable(in text: String) -> String? {
        var rest = text[...]
        while let mark = rest.firstRange(of: "${") {
            let before = rest[..<mark.lowerBound]
            rest = rest[mark.upperBound...]
            if before.endsWithBytes(of: "$") { continue }
            return rest.parted(at: "}").map { "${\($0.before)}" } ?? "${"
        }
        return nil
    }

    // MARK: Replacing

    /// Replaces an entire value by another one.
    private mutating func replace(
        _ node: YAMLNode, _ new: JSON, _ place: Place, _ path: FixturePath
    ) throws(YAMLRefusal) {
        try requireLosable(node, path)
        let new = new.escapingExpansions
        switch place {
        case .root: try replaceRoot(node, new, path)
        case .flow(let after, let needsColon):
            let text = spelling.flow(
                new, insteadOf: node, column: node.start - syntax.lineStart(node.start),
                indentation: spelling.isJSON ? syntax.indentation(node.start) : nil,
                lineBreak: syntax.lineBreak(node.start))
            if node.start < node.end {
                replace(node.start, node.end, text)
            } else {
                let space = [UInt8(ascii: " ")]
                add((needsColon ? [UInt8(ascii: ":")] : []) + space + text, at: after)
            }
        case .block(let after, let column):
            if node.isBlockScalar, let text = new.stringValue, let lines = spelling.literal(text) {
                replaceLines(of: node, lines, column: column)
            } else if let scalar = spelling.scalar(new, insteadOf: node, inFlow: false) {
                replaceByScalar(node, scalar, after: after)
            } else if node.style == .flow,
                width(before: node.start) + spelling.flow(new).count <= YAMLSpelling.maximumWidth
            {
                replace(node.start, node.end, spelling.flow(new))
            } else {
                // Only members are replaced as a whole, so that it does not stand behind a dash.
                replaceByBlock(node, spelling.lines(of: new), after: after, column: column)
            }
        }
    }

    /// The bytes before an offset on its line.
    private func width(before offset: Int) -> Int { offset - syntax.lineStart(offset) }

    private mutating func replaceRoot(_ node: YAMLNode, _ new: JSON, _ path: FixturePath) throws(YAMLRefusal) {
        if new == .emptyObject, node.style == .flow {
            replace(node.start, node.end, Array("{}".utf8))
        } else if node.start == node.end, new.objectValue != nil, width(before: node.start) == 0 {
            addLines(at: node.start, spelling.content(of: new), column: 0)
        } else {
            throw refusal(node, path, "the document is not an object, so nothing can be added to it")
        }
    }

    private mutating func replaceByScalar(_ node: YAMLNode, _ text: [UInt8], after: Int) {
        if node.isBlockCollection, !syntax.areOnOneLine(after, node.start) {
            addBehind(after, text)
            replace(syntax.lineStart(node.start), syntax.nextLine(node.end))
        } else if node.isBlockScalar {
            replace(node.start, syntax.endOfIndicators(node), text)
            removeContent(of: node)
        } else if node.start < node.end {
            replace(node.start, node.end, text)
        } else {
            addBehind(after, text)
        }
    }

    /// Adds a text behind a colon or dash that has nothing behind it but perhaps a comment.
    private mutating func addBehind(_ after: Int, _ text: [UInt8]) {
        let blanks = syntax.blanksEnd(after)
        let isAtEnd = blanks == syntax.lineEnd(after)
        replace(after, isAtEnd ? blanks : after, [UInt8(ascii: " ")] + text)
    }

    /// Removes the lines of a text behind `|` or `>`.
    private mutating func removeContent(of node: YAMLNode) {
        guard !syntax.areOnOneLine(node.start, node.end) else { return }
        replace(syntax.nextLine(node.start), syntax.nextLine(node.end))
    }

    private mutating func replaceLines(of node: YAMLNode, _ new: (indicator: String, lines: [[UInt8]]), column: Int) {
        replace(node.start, syntax.endOfIndicators(node), Array(new.indicator.utf8))
        var indentation = YAMLSpelling.spaces(column + spelling.step)
        let first = syntax.whiteSpaceEnd(syntax.lineEnd(node.start))
        if first < node.end { indentation = syntax.indentation(first) }
        let lineBreak = syntax.lineBreak(node.start)
        let text = new.lines.flatMap { ($0.isEmpty ? [] : indentation + $0) + lineBreak }
        let start = syntax.nextLine(node.start)
        replace(start, syntax.areOnOneLine(node.start, node.end) ? start : syntax.nextLine(node.end), text)
    }

    private mutating func replaceByBlock(_ node: YAMLNode, _ lines: [[UInt8]], after: Int, column: Int) {
        if node.isBlockCollection {
            let start = syntax.lineStart(node.start)
            addLines(at: start, lines, column: column)
            replace(start, syntax.nextLine(node.end))
            return
        }
        if node.isBlockScalar {
            replace(syntax.blanksStart(node.start), syntax.endOfIndicators(node))
            removeContent(of: node)
            addLines(after: node.start, lines, column: column)
            return
        }
        if node.start < node.end {
            if syntax.areOnOneLine(after, node.start) {
                replace(after, node.end)
            } else if syntax.blanksEnd(node.end) == syntax.lineEnd(node.end) {
                replace(syntax.lineStart(node.start), syntax.nextLine(node.end))
            } else {
                replace(node.start, syntax.blanksEnd(node.end))
            }
            addLines(after: node.end, lines, column: column)
        } else {
            addLines(after: after, lines, column: column)
        }
    }

    // MARK: Collections

    /// Writes a collection in brackets on lines of its own, if changes make its line too long. What stays the same in
    /// it keeps its text.
    ///
    /// - Parameter known: How many edits were before those of the collection.
    private mutating func breakLine(
        _ node: YAMLNode, _ old: JSON, _ target: YAMLTarget, _ place: Place, _ known: Int
    ) {
        guard case .block(let after, let column) = place, node.style == .flow, edits.count > known,
            syntax.areOnOneLine(after, node.end), let new = try? target.applied(to: old)
        else { return }
        let before = width(before: node.end)
        let growth = edits[known...].reduce(0) { $0 + $1.text.count - $1.range.count }
        guard before <= YAMLSpelling.maximumWidth, before + growth > YAMLSpelling.maximumWidth,
            let lines = blockLines(node, old, new)
        else { return }
        edits.removeSubrange(known...)
        if syntax.byte(after - 1) == UInt8(ascii: "-") {
            replace(after, node.end, [UInt8(ascii: " ")] + joined(lines, column: column + 2, at: after))
            return
        }
        let step = new.arrayValue == nil ? spelling.step : spelling.sequenceStep
        replaceByBlock(node, lines.map { YAMLSpelling.spaces(step) + $0 }, after: after, column: column)
    }

    /// - Returns: `nil` if something would be lost.
    private func blockLines(_ node: YAMLNode, _ old: JSON, _ new: JSON) -> [[UInt8]]? {
        switch (old, new) {
        case (.object(let old), .object(let new)):
            guard old.count * 2 == node.children.count else { return nil }
            var texts: [ExactText: (value: JSON, text: [UInt8], node: YAMLNode)] = [:]
            for (index, member) in old.enumerated() {
                let (key, value) = (node.children[index * 2], node.children[index * 2 + 1])
                guard key.text?.hasSameBytes(as: "<<") == false, !key.isMarked else { return nil }
                texts[ExactText(member.key)] = (
                    member.value,
                    text(of: key) + Array(":".utf8) + (value.start < value.end ? [0x20] + text(of: value) : []),
                    value
                )
            }
            var lines: [[UInt8]] = []
            for member in new {
                let known = texts[ExactText(member.key)]
                if let known, known.value == member.value {
                    lines.append(known.text)
                } else {
                    if let known, !isLosable(known.node) { return nil }
                    guard let member = JSON.object([member]).escapingExpansions.objectValue?.first else { return nil }
                    lines += spelling.member(member.key, member.value)
                }
            }
            return lines
        case (.array(let old), .array(let new)):
            guard old.count == node.children.count else { return nil }
            var texts: [[UInt8]: [UInt8]] = [:]
            for (element, child) in zip(old, node.children) where child.start < child.end {
                texts[element.bytes] = Array("- ".utf8) + text(of: child)
            }
            let kept = Set(new.map(\.bytes))
            for (element, child) in zip(old, node.children) where !kept.contains(element.bytes) && !isLosable(child) {
                return nil
            }
            return new.flatMap { element in
                texts[element.bytes].map { [$0] } ?? spelling.element(element.escapingExpansions)
            }
        default: return nil
        }
    }

    private func text(of node: YAMLNode) -> [UInt8] { Array(syntax.bytes[node.start..<node.end]) }

    private func isLosable(_ node: YAMLNode) -> Bool { (try? requireLosable(node, FixturePath())) != nil }

    /// - Parameter isWhole: Whether other members are removed.
    private mutating func editMapping(
        _ node: YAMLNode, _ members: [JSON.Member], _ entries: [YAMLTarget.Members.Entry], isWhole: Bool,
        _ place: Place, _ path: FixturePath
    ) throws(YAMLRefusal) {
        let isMerge = stride(from: 0, to: node.children.count, by: 2).map { index in
            !spelling.isJSON && node.children[index].style == .plain
                && node.children[index].text.map { $0.hasSameBytes(as: "<<") } == true
        }
        /// The items that are members: others are merge keys, whose members come last.
        let own = isMerge.indices.filter { !isMerge[$0] }
        var positions: [ExactText: Int] = [:]
        for (position, member) in members.enumerated() { positions[ExactText(member.key)] = position }
        guard positions.count == members.count, own.count <= members.count else {
            throw refusal(node, path, "a key stands here more than once")
        }
        let items = try items(of: node, path)
        var removed = Array(repeating: false, count: items.count)
        var changes: [(member: Int, target: YAMLTarget)] = []
        var added: [JSON.Member] = []
        var isNamed = Array(repeating: false, count: members.count)
        for entry in entries {
            let (name, target) = (entry.name, entry.target)
            guard let position = positions[ExactText(name)] else {
                if let new = try target.applied(to: nil) { added.append(JSON.Member(name, new)) }
                continue
            }
            isNamed[position] = true
            let old = members[position].value
            if let new = try? target.applied(to: old), new == old { continue }
            guard position < own.count else {
                throw refusal(node, path / name, "this comes by a merge key (<<); what it merges is not changed")
            }
            if case .removed = target { removed[own[position]] = true } else { changes.append((position, target)) }
        }
        if isWhole {
            for (position, member) in members.enumerated() where !isNamed[position] {
                guard position < own.count else {
                    throw refusal(
                        node, path / member.key, "this comes by a merge key (<<); what it merges is not changed")
                }
                removed[own[position]] = true
            }
        }
        for index in items.indices where removed[index] {
            let name = node.children[index * 2].text ?? ""
            try requireLosable(node.children[index * 2], path / name)
            try requireLosable(node.children[index * 2 + 1], path / name)
        }
        if added.isEmpty, !removed.isEmpty, removed.allSatisfy(\.self) {
            if node.style == .block { return empty(items, Array("{}".utf8), place) }
            return try replace(node, .emptyObject, place, path)
        }
        try requireBraces(node, path)
        for (position, target) in changes {
            let index = own[position]
            let item = items[index]
            let path = path / members[position].key
            guard syntax.byte(item.start) != UInt8(ascii: "?") || !node.children[index * 2].isExplicit(at: item.start)
            else {
                throw refusal(node.children[index * 2], path, "a member that is written with ? is not changed")
            }
            let place: Place =
                node.style == .block
                ? .block(after: item.valueStart, column: node.column)
                : .flow(after: item.valueStart, needsColon: !item.hasColon)
            try edit(node.children[index * 2 + 1], members[position].value, target, place, path)
        }
        let escaped = added.map { JSON.object([$0]).escapingExpansions.objectValue?.first ?? $0 }
        let gap = (removed.lastIndex(of: false) ?? -1) + 1
        if node.style == .block {
            let lines = escaped.flatMap { spelling.member($0.key, $0.value) }
            editLines(node, items, removed, lines.isEmpty ? [:] : [gap: lines], place)
        } else {
            let spelling = spelling
            editFlow(node, items, removed, escaped.isEmpty ? [:] : [gap: escaped.indices.map { $0 }]) {
                index, indentation, lineBreak in
                spelling.flowMember(escaped[index].key, escaped[index].value, indentation, lineBreak)
            }
        }
    }

    /// `[a: b]` has a mapping without braces.
    private func requireBraces(_ node: YAMLNode, _ path: FixturePath) throws(YAMLRefusal) {
        guard node.style == .flow, ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(syntax.byte(node.start)) else {
            return
        }
        throw refusal(node, path, "an object without braces is not changed")
    }

    private mutating func editSequence(
        _ node: YAMLNode, _ old: [JSON], _ new: [JSON], _ place: Place, _ path: FixturePath
    ) throws(YAMLRefusal) {
        guard node.children.count == old.count else {
            throw refusal(node, path, "the elements of this list are not clear")
        }
        let plan = YAMLListPlan(old, new) { index in
            !node.children[index].isMarked && node.children[index].kind != .alias
        }
        let items = try items(of: node, path)
        if new.isEmpty {
            try requireLosable(node, path)
            if node.style == .block { return empty(items, Array("[]".utf8), place) }
            return try replace(node, .array([]), place, path)
        }
        let moved = plan.moved.compactMapValues { lines(of: items[$0], column: node.column, node.style) }
        let isMoved = Set(moved.keys.compactMap { plan.moved[$0] })
        for index in old.indices where plan.removed[index] && !isMoved.contains(index) {
            try requireLosable(node.children[index], path / index)
        }
        for (index, newIndex) in plan.changed {
            let place: Place =
                node.style == .block
                ? .block(after: items[index].valueStart, column: node.column)
                : .flow(after: items[index].valueStart, needsColon: false)
            try edit(node.children[index], old[index], .value(new[newIndex]), place, path / index)
        }
        if node.style == .block {
            let lines = plan.added.mapValues { added in
                added.flatMap { moved[$0] ?? spelling.element(new[$0].escapingExpansions) }
            }
            editLines(node, items, plan.removed, lines, place)
        } else {
            let spelling = spelling
            editFlow(node, items, plan.removed, plan.added) { index, indentation, lineBreak in
                moved[index]?.first
                    ?? spelling.flow(
                        new[index].escapingExpansions, column: indentation?.count ?? 0, indentation: indentation,
                        lineBreak: lineBreak)
            }
        }
    }

    /// The text of an element that moves within its list, with the comment behind it; `nil` if it cannot stand
    /// elsewhere.
    private func lines(of item: Item, column: Int, _ style: YAMLNode.Style) -> [[UInt8]]? {
        guard style == .block else {
            let isFree = item.start < item.end && syntax.areOnOneLine(item.start, item.end)
            return isFree ? [Array(syntax.bytes[item.start..<item.end])] : nil
        }
        var lines = [Array(syntax.bytes[item.start..<syntax.lineEnd(item.start)])]
        var next = syntax.nextLine(item.start)
        while next < item.end {
            guard syntax.blanksEnd(next) >= next + column else { return nil }
            lines.append(Array(syntax.bytes[next + column..<syntax.lineEnd(next)]))
            next = syntax.nextLine(next)
        }
        return lines
    }

    /// The members or elements of a collection.
    private func items(of node: YAMLNode, _ path: FixturePath) throws(YAMLRefusal) -> [Item] {
        var items: [Item] = []
        let isMapping = node.kind == .mapping
        var end = node.style == .flow ? node.start + 1 : node.start
        for index in stride(from: 0, to: node.children.count, by: isMapping ? 2 : 1) {
            let value = node.children[isMapping ? min(index + 1, node.children.count - 1) : index]
            var start = syntax.nextWord(end)
            if node.style == .flow, index > 0 {
                guard syntax.byte(start) == UInt8(ascii: ",") else { throw unclear(node, path) }
                start = syntax.nextWord(start + 1)
            }
            var item = Item(start: start, end: value.end, valueStart: start, hasColon: false)
            if isMapping {
                let keyEnd = node.children[index].end
                let colon = syntax.nextWord(keyEnd)
                item.hasColon = syntax.byte(colon) == UInt8(ascii: ":")
                item.valueStart = item.hasColon ? colon + 1 : keyEnd
            } else if node.style == .block {
                guard syntax.byte(start) == UInt8(ascii: "-") else { throw unclear(node, path) }
                item.valueStart = start + 1
            }
            // The parser puts an empty value where the next word is.
            if value.kind == .scalar, value.start >= value.end { item.end = item.valueStart }
            guard item.start <= item.end else { throw unclear(node, path) }
            items.append(item)
            end = item.end
        }
        return items
    }

    private func unclear(_ node: YAMLNode, _ path: FixturePath) -> YAMLRefusal {
        refusal(node, path, "what stands here is written in a way that is not changed; change it by hand")
    }

    // MARK: Block collections

    /// - Parameter added: Lines before an item, or in its place if it is removed. Not all are removed without others.
    private mutating func editLines(
        _ node: YAMLNode, _ items: [Item], _ removed: [Bool], _ added: [Int: [[UInt8]]], _ place: Place
    ) {
        let column = node.column
        let firstKept = items.indices.first { !removed[$0] || added[$0] != nil } ?? items.count
        let isFirstOnLine = items.first.map { syntax.isFirstOnLine($0.start) } ?? true
        for (index, item) in items.enumerated() {
            let lines = added[index]
            if removed[index], let lines {
                replace(item.start, syntax.lineEnd(item.end), joined(lines, column: column, at: item.start))
            } else if removed[index] {
                if index >= firstKept || isFirstOnLine {
                    replace(syntax.lineStart(item.start), syntax.nextLine(item.end))
                } else if index == 0, items.indices.contains(firstKept - 1) {
                    // Behind a dash: what comes next moves up there, over all that go before it.
                    replace(item.start, syntax.whiteSpaceEnd(syntax.lineEnd(items[firstKept - 1].end)))
                }
            } else if let lines {
                addLines(lines, before: index, items, column: column, place)
            }
        }
        if let lines = added[items.count], let last = items.last { addLines(after: last.end, lines, column: column) }
    }

    /// Writes a collection that loses all of its items, between whose lines there may be comments.
    private mutating func empty(_ items: [Item], _ text: [UInt8], _ place: Place) {
        var removed = items[...]
        if let first = items.first {
            if case .block(let after, _) = place, !syntax.areOnOneLine(after, first.start) {
                addBehind(after, text)
            } else {
                replace(first.start, first.end, text)
                removed = removed.dropFirst()
            }
        }
        for item in removed { replace(syntax.lineStart(item.start), syntax.nextLine(item.end)) }
    }

    private mutating func addLines(
        _ lines: [[UInt8]], before index: Int, _ items: [Item], column: Int, _ place: Place
    ) {
        if index > 0 {
            addLines(after: items[index - 1].end, lines, column: column)
        } else if case .block(let after, _) = place, !syntax.areOnOneLine(after, items[0].start) {
            addLines(after: after, lines, column: column)
        } else {
            let start = items[0].start
            add(joined(lines + [[]], column: column, at: start), at: start)
        }
    }

    // MARK: Flow collections

    /// - Parameters:
    ///   - added: What comes before an item, or in its place if it is removed. Not all are removed without others.
    ///   - text: Writes one of them, on a line with an indentation; `nil` if it must be on one line.
    private mutating func editFlow(
        _ node: YAMLNode, _ items: [Item], _ removed: [Bool], _ added: [Int: [Int]],
        _ text: (_ added: Int, _ indentation: [UInt8]?, _ lineBreak: [UInt8]) -> [UInt8]
    ) {
        let lineBreak = syntax.lineBreak(node.start)
        guard let last = items.last else {
            return fillFlow(node, added[0] ?? [], text, lineBreak)
        }
        let indentation = items.first { syntax.isFirstOnLine($0.start) }.map { syntax.indentation($0.start) }
        let texts = added.mapValues { $0.map { text($0, spelling.isJSON ? indentation : nil, lineBreak) } }
        let separator = indentation.map { [UInt8(ascii: ",")] + lineBreak + $0 } ?? spelling.comma
        /// Of each item, where its comma is.
        let commas = items.map { item in
            let comma = syntax.nextWord(item.end)
            return syntax.byte(comma) == UInt8(ascii: ",") ? comma : nil
        }
        let lastKept = items.indices.last { !removed[$0] || texts[$0] != nil } ?? -1
        for (index, item) in items.enumerated() {
            if removed[index] {
                if let new = texts[index] {
                    replace(item.start, item.end, Array(new.joined(separator: separator)))
                } else {
                    removeFlow(item, comma: commas[index], isBehindLast: index > lastKept)
                }
            } else if let new = texts[index] {
                let joined = Array(new.joined(separator: separator))
                if let indentation, syntax.isFirstOnLine(item.start) {
                    if index > 0, let comma = commas[index - 1] {
                        add(indentation + joined + [UInt8(ascii: ",")] + lineBreak, at: syntax.nextLine(comma))
                    } else {
                        add(joined + separator, at: item.start)
                    }
                } else {
                    add(joined + spelling.comma, at: item.start)
                }
            }
        }
        if lastKept >= 0, lastKept < items.count - 1, commas.last == .some(nil), let comma = commas[lastKept] {
            replace(comma, comma + 1)
        }
        guard let new = texts[items.count] else { return }
        let joined = Array(new.joined(separator: separator))
        let trailing = commas.last ?? nil
        if let indentation, !syntax.areOnOneLine(last.end, node.end - 1) {
            if trailing == nil { add([UInt8(ascii: ",")], at: last.end) }
            let comma = trailing == nil ? [] : [UInt8(ascii: ",")]
            add(indentation + joined + comma + lineBreak, at: syntax.nextLine(trailing ?? last.end))
        } else {
            add(spelling.comma + Array(new.joined(separator: spelling.comma)), at: last.end)
        }
    }

    /// Writes what comes first into an empty collection.
    private mutating func fillFlow(
        _ node: YAMLNode, _ added: [Int], _ text: (Int, [UInt8]?, [UInt8]) -> [UInt8], _ lineBreak: [UInt8]
    ) {
        let closing = node.end - 1
        let padding = spelling.padding(ofMapping: node.kind == .mapping)
        let line = padding + Array(added.map { text($0, nil, lineBreak) }.joined(separator: spelling.comma)) + padding
        if syntax.bytes[node.start..<closing].contains(UInt8(ascii: "#")) {
            add(line, at: closing)
        } else if spelling.isJSON, spelling.isTall || width(before: closing) + line.count > YAMLSpelling.maximumWidth {
            let outer = syntax.indentation(node.start)
            let inner = outer + spelling.flowStep
            let items = added.map { text($0, inner, lineBreak) }
            let lines = Array(items.joined(separator: [UInt8(ascii: ",")] + lineBreak + inner))
            replace(node.start + 1, closing, lineBreak + inner + lines + lineBreak + outer)
        } else {
            replace(node.start + 1, closing, line)
        }
    }

    private mutating func removeFlow(_ item: Item, comma: Int?, isBehindLast: Bool) {
        let end = comma.map { $0 + 1 } ?? item.end
        let isLast = syntax.isLastOnLine(end)
        if syntax.isFirstOnLine(item.start), isLast {
            replace(syntax.lineStart(item.start), syntax.nextLine(end))
        } else if isBehindLast || isLast {
            replace(syntax.blanksStart(item.start), end)
        } else {
            replace(item.start, syntax.blanksEnd(end))
        }
    }
}

extension YAMLNode {
    /// Whether a key is written with `?`, where its member begins.
    fileprivate func isExplicit(at itemStart: Int) -> Bool { itemStart < start }
}

/// Which elements of a list stay, go and come.
struct YAMLListPlan {
    private(set) var removed: [Bool]
    /// Elements that stay and differ within, and what they become.
    private(set) var changed: [(old: Int, new: Int)] = []
    /// The new ones before an old one, or in its place if it is removed.
    private(set) var added: [Int: [Int]] = [:]
    /// Of new ones, the removed one that is the same.
    private(set) var moved: [Int: Int] = [:]

    /// - Parameter canChange: Whether an element can be changed within.
    init(_ old: [JSON], _ new: [JSON], canChange: (Int) -> Bool) {
        removed = Array(repeating: false, count: old.count)
        var nextOld = 0
        var nextNew = 0
        for (oldEnd, newEnd) in Self.matches(old, new) + [(old.count, new.count)] {
            plan(nextOld..<oldEnd, nextNew..<newEnd, old, new, canChange)
            nextOld = oldEnd + 1
            nextNew = newEnd + 1
        }
        var places: [[UInt8]: [Int]] = [:]
        for index in removed.indices.reversed() where removed[index] {
            places[old[index].bytes, default: []].append(index)
        }
        for index in added.values.joined().sorted() { moved[index] = places[new[index].bytes]?.popLast() }
    }

    /// Between two elements that stay.
    private mutating func plan(
        _ oldRange: Range<Int>, _ newRange: Range<Int>, _ old: [JSON], _ new: [JSON], _ canChange: (Int) -> Bool
    ) {
        for (oldIndex, newIndex) in zip(oldRange, newRange) {
            switch (old[oldIndex], new[newIndex]) {
            case (.object, .object) where canChange(oldIndex), (.array, .array) where canChange(oldIndex):
                changed.append((oldIndex, newIndex))
            default:
                removed[oldIndex] = true
                added[oldIndex] = [newIndex]
            }
        }
        for oldIndex in oldRange.dropFirst(newRange.count) { removed[oldIndex] = true }
        let left = newRange.dropFirst(oldRange.count)
        guard !left.isEmpty else { return }
        if let last = oldRange.last, removed[last] {
            added[last, default: []] += left
        } else {
            added[oldRange.upperBound, default: []] += left
        }
    }

    /// The longest run of elements that are in both lists in the same order: each of those that are several times
    /// counts as the one with its number.
    private static func matches(_ old: [JSON], _ new: [JSON]) -> [(old: Int, new: Int)] {
        var places: [[UInt8]: [Int]] = [:]
        for (index, element) in new.enumerated() { places[element.bytes, default: []].append(index) }
        var used: [[UInt8]: Int] = [:]
        /// Of a run of each length, the pair that ends it soonest, and of each pair the one before it in its run.
        var ends: [Int] = []
        var pairs: [(old: Int, new: Int, previous: Int?)] = []
        for (index, element) in old.enumerated() {
            let bytes = element.bytes
            let count = used[bytes, default: 0]
            used[bytes] = count + 1
            guard let found = places[bytes], found.indices.contains(count) else { continue }
            let place = found[count]
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < place { low = middle + 1 } else { high = middle }
            }
            pairs.append((index, place, low > 0 ? ends[low - 1] : nil))
            if low < ends.count { ends[low] = pairs.count - 1 } else { ends.append(pairs.count - 1) }
        }
        var result: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            result.append((pairs[index].old, pairs[index].new))
            next = pairs[index].previous
        }
        return result.reversed()
    }
}
