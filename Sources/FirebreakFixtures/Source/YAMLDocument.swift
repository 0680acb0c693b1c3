import FirebreakWire
import Yams

/// YAML, read with its core schema: `true`, `null` and JSON's numbers have their types, everything else is text.
enum YAMLDocument {
    static func parse(_ text: String, _ file: String) throws(FixtureError) -> JSON {
        do throws(YAMLLimits.Failure) { try YAMLLimits.check(text) } catch {
            throw FixtureSource.error(file, error.line, error.column, error.message)
        }
        do {
            guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
                return .null
            }
            return try Conversion.value(root, depth: 0)
        } catch let failure as Failure {
            throw FixtureSource.error(file, failure.mark?.line ?? 1, failure.mark?.column ?? 1, failure.message)
        } catch let error as YamlError {
            throw Self.error(error, file)
        } catch {
            throw FixtureSource.error(file, 1, 1, "\(error)")
        }
    }

    /// The positions of values: of a member at its key, of an element at its start, of a missing value at its parent.
    static func positions(of paths: [FixturePath], in text: String) -> [TextPosition] {
        let root = try? Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        return paths.map { path in
            var position = TextPosition(line: 1, column: 1)
            var node = root
            for step in path.steps {
                switch node {
                case .mapping(let mapping)?:
                    guard let pair = mapping.first(where: { $0.key.scalar?.string == step }) else { return position }
                    pair.key.mark.map { position = TextPosition(line: $0.line, column: $0.column) }
                    node = pair.value
                case .sequence(let sequence)?:
                    guard let index = Int(step), sequence.indices.contains(index) else { return position }
                    node = sequence[index]
                    node?.mark.map { position = TextPosition(line: $0.line, column: $0.column) }
                default: return position
                }
            }
            return position
        }
    }

    private struct Failure: Error {
        var mark: Mark?
        var message: String
    }

    private enum Conversion {
        static func value(_ node: Node, depth: Int) throws(Failure) -> JSON {
            // Aliases add levels of their own, which the events do not show.
            guard depth < YAMLLimits.maximumDepth else {
                throw Failure(
                    mark: node.mark, message: "values are nested deeper than \(YAMLLimits.maximumDepth) levels")
            }
            switch node {
            case .scalar(let scalar):
                return scalar.style == .plain ? plain(scalar.string) : .string(scalar.string)
            case .sequence(let sequence):
                var elements: [JSON] = []
                elements.reserveCapacity(sequence.count)
                for element in sequence { elements.append(try value(element, depth: depth + 1)) }
                return .array(elements)
            case .mapping(let mapping): return .object(try members(mapping, depth: depth))
            case .alias: throw Failure(mark: node.mark, message: "an alias stands for nothing")
            }
        }

        private static func members(_ mapping: Node.Mapping, depth: Int) throws(Failure) -> [JSON.Member] {
            var members: [JSON.Member] = []
            var merged: [JSON.Member] = []
            members.reserveCapacity(mapping.count)
            for (key, content) in mapping {
                guard let name = key.scalar else {
                    throw Failure(mark: key.mark, message: "a key must be a text")
                }
                let value = try value(content, depth: depth + 1)
                if name.string == "<<", name.style == .plain {
                    merged += try inherited(value, content)
                } else {
                    members.append(JSON.Member(name.string, value))
                }
            }
            guard !merged.isEmpty else { return members }
            var known = Set(members.map { ExactText($0.key) })
            return members + merged.filter { known.insert(ExactText($0.key)).inserted }
        }

        /// The members merged by `<<`: those of one mapping, or of several.
        private static func inherited(_ value: JSON, _ node: Node) throws(Failure) -> [JSON.Member] {
            if let members = value.objectValue { return members }
            guard let list = value.arrayValue, list.allSatisfy({ $0.objectValue != nil }) else {
                throw Failure(mark: node.mark, message: "<< needs a mapping or a list of mappings")
            }
            return list.flatMap { $0.objectValue ?? [] }
        }

        private static func plain(_ text: String) -> JSON {
            switch text {
            case "", "~", "null", "Null", "NULL": return .null
            case "true", "True", "TRUE": return .bool(true)
            case "false", "False", "FALSE": return .bool(false)
            // The core schema's numbers that JSON has not: reported where the path is known.
            case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan", ".NaN", ".NAN":
                return .number(text)
            default: break
            }
            guard let first = text.utf8.first, first == UInt8(ascii: "-") || first.isASCIIDigit,
                let number = try? JSON(parsing: text, huge: .kept), case .number = number  // not JSON: a text
            else { return .string(text) }
            return number
        }
    }

    private static func error(_ error: YamlError, _ file: String) -> FixtureError {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            let words = [context?.text, problem].compactMap(\.self).joined(separator: ": ")
            return FixtureSource.error(file, mark.line, mark.column, words)
        case .duplicatedKeysInMapping(let keys, let context):
            return FixtureSource.error(
                file, context.mark.line, context.mark.column,
                "the key \(keys.joined(separator: ", ")) stands here more than once")
        case .reader(let problem, _, _, _): return FixtureSource.error(file, 1, 1, problem)
        default: return FixtureSource.error(file, 1, 1, "this is not YAML")
        }
    }
}
