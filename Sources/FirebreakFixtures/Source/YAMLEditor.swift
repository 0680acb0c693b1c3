package import FirebreakWire

/// Changes members of a YAML or JSON document, and keeps the rest of its text byte for byte: comments, the order of
/// members, blank lines, ends of lines, indentation and quotes.
///
/// - A value that stays the same keeps its text, also if it was written with a variable or another spelling. Within
///   objects and lists only what differs is touched.
/// - Comments on lines of their own stay, except those within a value that is removed or becomes one of another kind. A
///   comment behind a value stays if the value is replaced, and goes with a member or element that is removed.
/// - A new member stands behind the last one of its object, before comments and blank lines that follow there.
/// - An object or list that loses its last member stays, as `{}` or `[]`: that it is there has a meaning.
package struct YAMLEditor {
    /// Paths are names of members, as they are with variables expanded.
    package enum Change: Sendable {
        /// Makes parents that are missing or `null`. `${` in the value stands for itself.
        case set(path: [String], to: JSON)
        /// Of what is not there: nothing.
        case remove(path: [String])
    }

    /// - Parameters:
    ///   - file: The name of the document in messages; the extension `.json` selects JSON.
    ///   - environment: The values of variables in the document, as in ``FixtureSource``.
    /// - Returns: The document, which has been read again and found to be what was asked for.
    /// - Throws: ``FixtureError`` with one issue for what cannot be changed without losing something: what has an
    ///   anchor or a tag, comes by an alias or a merge key (`<<`), or would replace or remove a variable; and for a path
    ///   through a text or a list. With the issues of the document if it cannot be read. Nothing is changed then.
    package static func applying(
        _ changes: [Change], to bytes: [UInt8], file: String, environment: [String: String]? = nil
    ) throws(FixtureError) -> [UInt8] {
        let source = try FixtureSource(bytes, file: file, environment: environment)
        let mark: [UInt8] = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.prefix(3)) : []
        var text = Array(bytes.dropFirst(mark.count))
        do throws(YAMLRefusal) {
            var target = YAMLTarget.none
            for change in changes { try target.add(change) }
            // So that a line can always be put behind another one.
            let endsWithLine = text.last.map(YAMLSyntax.isLineEnd) ?? true
            if !endsWithLine { text += YAMLSyntax.firstLineBreak(in: text) }
            var editing = YAMLEditing(YAMLSyntax(text, source.format), source.format)
            var result = try editing.applying(target, to: source.value)
            guard result != text else { return bytes }
            if !endsWithLine {
                if result.last == UInt8(ascii: "\n") { result.removeLast() }
                if result.last == UInt8(ascii: "\r") { result.removeLast() }
            }
            result = mark + result
            try check(result, source, target, environment)
            return result
        } catch {
            let place = error.offset.map { JSONDocument.position(of: $0, in: text) } ?? TextPosition(line: 1, column: 1)
            throw FixtureError([
                FixtureIssue(
                    file: file, line: place.line, column: place.column, path: error.path, message: error.message)
            ])
        }
    }

    /// A mistake of the editor must never lose anything.
    private static func check(
        _ result: [UInt8], _ source: FixtureSource, _ target: YAMLTarget, _ environment: [String: String]?
    ) throws(YAMLRefusal) {
        let refusal = YAMLRefusal(
            offset: nil, path: FixturePath(target.firstPath),
            message: "this cannot be changed without changing something else; change it by hand")
        guard
            let changed = try? FixtureSource(
                result, file: source.file, format: source.format, environment: environment),
            let expected = try? target.applied(to: source.value),
            changed.value.isEquivalent(to: expected), changed.problems.count <= source.problems.count
        else { throw refusal }
    }
}

/// Why a document is not changed.
struct YAMLRefusal: Error {
    /// Where in the text; `nil` if it is not known.
    var offset: Int?
    var path: FixturePath
    var message: String
}

/// What is to become of a value.
indirect enum YAMLTarget {
    case none
    case removed
    case value(JSON)
    /// The value is an object of which these members change.
    case members(Members)

    /// In the order in which they were first named. A class, so that adding one does not copy the others.
    final class Members {
        private(set) var entries: [Entry] = []
        private var positions: [ExactText: Int] = [:]

        struct Entry {
            var name: String
            var target: YAMLTarget
        }

        func add(_ path: ArraySlice<String>, _ target: YAMLTarget) throws(YAMLRefusal) {
            guard let name = path.first else { return }
            if let position = positions[ExactText(name)] {
                try entries[position].target.add(path.dropFirst(), target)
            } else {
                positions[ExactText(name)] = entries.count
                var new = YAMLTarget.none
                try new.add(path.dropFirst(), target)
                entries.append(Entry(name: name, target: new))
            }
        }
    }

    mutating func add(_ change: YAMLEditor.Change) throws(YAMLRefusal) {
        let (path, target): ([String], YAMLTarget) =
            switch change {
            case .set(let path, let value): (path, .value(value))
            case .remove(let path): (path, .removed)
            }
        guard (1...YAMLLimits.maximumDepth).contains(path.count) else {
            throw YAMLRefusal(
                offset: 0, path: FixturePath(),
                message: "a path has between one and \(YAMLLimits.maximumDepth) names of members")
        }
        try add(path[...], target)
    }

    fileprivate mutating func add(_ path: ArraySlice<String>, _ target: YAMLTarget) throws(YAMLRefusal) {
        guard !path.isEmpty else {
            self = target
            return
        }
        switch self {
        case .none:
            let members = Members()
            try members.add(path, target)
            self = .members(members)
        case .members(let members): try members.add(path, target)
        case .removed: self = try Self.none.adding(path, target).applied(to: nil).map(YAMLTarget.value) ?? .removed
        case .value(let value):
            self = try Self.none.adding(path, target).applied(to: value).map(YAMLTarget.value) ?? .removed
        }
    }

    private func adding(_ path: ArraySlice<String>, _ target: YAMLTarget) throws(YAMLRefusal) -> YAMLTarget {
        var result = self
        try result.add(path, target)
        return result
    }

    /// The value as it is to be; `nil` for none.
    ///
    /// - Throws: ``YAMLRefusal`` for members of what is no object.
    func applied(to value: JSON?) throws(YAMLRefusal) -> JSON? {
        switch self {
        case .none: return value
        case .removed: return nil
        case .value(let value): return value
        case .members(let changes):
            var members: [JSON.Member?] = []
            switch value {
            case .object(let old)?: members = old
            case nil, .null?: break
            default: throw YAMLRefusal(offset: nil, path: FixturePath(), message: "only an object has members")
            }
            var positions: [ExactText: Int] = [:]
            for (position, member) in members.enumerated() {
                if let member { positions[ExactText(member.key)] = position }
            }
            for entry in changes.entries {
                let (name, target) = (entry.name, entry.target)
                if let position = positions[ExactText(name)] {
                    let new = try target.applied(to: members[position]?.value)
                    members[position] = new.map { JSON.Member(name, $0) }
                } else if let new = try target.applied(to: nil) {
                    members.append(JSON.Member(name, new))
                }
            }
            let left = members.compactMap(\.self)
            if case .object? = value { return .object(left) }
            return left.isEmpty ? value : .object(left)
        }
    }

    /// The names on the way to the first change.
    var firstPath: [String] {
        var path: [String] = []
        var target = self
        while case .members(let members) = target, let first = members.entries.first {
            path.append(first.name)
            target = first.target
        }
        return path
    }
}
