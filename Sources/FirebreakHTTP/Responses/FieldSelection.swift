import FirebreakDiscovery
import FirebreakOperations
import FirebreakWire

/// The members of an answer that a request wants, by the system parameter `fields` (production.md section 1.2):
/// `users(localId,mfaInfo/displayName),kind`.
struct FieldSelection: Sendable {
    private struct Tree: Sendable {
        /// Whether the member is wanted with all its content.
        var isWhole = false
        /// What of its content is wanted. `*` stands for all members.
        var children: [String: Tree] = [:]
    }

    private var root = Tree()

    /// More names make no sense in an answer, and every one of them is looked for in all of it.
    private static let maximumNames = 256
    /// No message has as many levels.
    private static let maximumDepth = 32

    /// - Returns: `nil` if the whole answer is wanted.
    /// - Throws: `invalidFieldSelection` for what is not a selection, or names what the answer does not have.
    init?(of context: RequestContext, _ behavior: ProfileBehavior) throws(WireError) {
        guard behavior.readsSystemParameters, let text = context.query.fields else { return nil }
        let id = context.route.aliasedID ?? context.route.operationID
        let shape = DiscoveryMessages.v2.response(of: id) ?? DiscoveryMessages.v1.response(of: id)
        try self.init(text, of: shape ?? .anything)
    }

    /// - Parameter shape: Of the answer.
    init(_ text: String, of shape: MessageShape) throws(WireError) {
        var reader = Reader(text)
        try reader.readList(into: &root, shape, depth: 0)
        guard reader.isAtEnd else { throw reader.refusal }
    }

    // MARK: Applying

    /// The answer with the members that are wanted, in their order.
    func applied(to answer: RouteResponse) throws -> RouteResponse {
        guard answer.events == nil else { return answer }
        var answer = answer
        answer.body = (selected(from: try JSON(parsing: answer.body), by: [root]) ?? .emptyObject).bytes
        return answer
    }

    /// - Parameter trees: By which each member is judged; none is whole.
    /// - Returns: `nil` for what has no members.
    private func selected(from value: JSON, by trees: [Tree]) -> JSON? {
        switch value {
        case .object(let members):
            return .object(
                members.compactMap { member in
                    let inner = trees.flatMap { [$0.children[member.key], $0.children["*"]].compactMap(\.self) }
                    guard !inner.isEmpty else { return nil }
                    guard !inner.contains(where: \.isWhole) else { return member }
                    return selected(from: member.value, by: inner).map { JSON.Member(member.key, $0) }
                })
        case .array(let elements):
            let kept = elements.compactMap { selected(from: $0, by: trees) }
            return kept.isEmpty && !elements.isEmpty ? nil : .array(kept)
        case .null, .bool, .number, .string: return nil
        }
    }

    // MARK: Reading

    private struct Reader {
        private let bytes: [UInt8]
        private var position = 0
        private var names = 0
        /// Where the path begins that is being read.
        private var start = 0

        init(_ text: String) { bytes = Array(text.utf8) }

        var isAtEnd: Bool { position == bytes.count }

        /// Names the path that cannot be read or is not there, as far as it was read.
        var refusal: WireError {
            let end = min(max(position, start + 1), bytes.count)
            return .invalidFieldSelection(String(decoding: bytes[min(start, end)..<end].prefix(100), as: UTF8.self))
        }

        mutating func readList(into tree: inout Tree, _ shape: MessageShape, depth: Int) throws(WireError) {
            repeat {
                start = position
                try readPath(into: &tree, shape, depth: depth)
            } while take(",")
        }

        private mutating func readPath(into tree: inout Tree, _ shape: MessageShape, depth: Int) throws(WireError) {
            let name = readName()
            names += 1
            guard !name.isEmpty, names <= maximumNames, depth < maximumDepth,
                let (key, inner) = Self.member(name, of: shape)
            else { throw refusal }
            if take("/") || take(".") {
                try readPath(into: &tree.children[key, default: Tree()], inner, depth: depth + 1)
            } else if take("(") {
                try readList(into: &tree.children[key, default: Tree()], inner, depth: depth + 1)
                guard take(")") else { throw refusal }
            } else {
                tree.children[key, default: Tree()].isWhole = true
            }
        }

        private mutating func readName() -> String {
            let rest = bytes[position...]
            let name = rest.prefix { !"/.(),".utf8.contains($0) }
            position = name.endIndex
            return String(decoding: name, as: UTF8.self)
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// A member and what is in it, by its name in JSON or protobuf; `nil` if there is none.
        private static func member(_ name: String, of shape: MessageShape) -> (key: String, MessageShape)? {
            switch shape {
            case .object(let members):
                guard name != "*" else { return (name, .anything) }
                let isSnake = members[name] == nil && name.containsByte(UInt8(ascii: "_"))
                let key = isSnake ? name.lodashCamelCased : name
                return members[key].map { (key, $0.shape) }
            case .map(let element): return (name, element)
            case .array(let element): return member(name, of: element)
            case .anything: return (name, .anything)
            case .boolean, .integer, .number, .string, .integerText, .enumeration: return nil
            }
        }
    }
}
