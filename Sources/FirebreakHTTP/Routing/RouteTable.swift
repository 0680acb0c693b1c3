import FirebreakDiscovery
import FirebreakWire
package import HTTPTypes

/// Finds the routes of a path by the rules of wire.md section 1, which no common router follows: exact and
/// case-sensitive but for the reference's pages, parameters may be empty, and a wrong verb is distinguished from an
/// unknown path.
package struct RouteTable: Sendable {
    /// All rows, in the order in which they were written.
    let routes: [Route]
    private let root: Node
    /// Paths without parameters, nearly all that apps call.
    private let literals: [String: [Match]]

    /// A class, because every request hands it around, and a route is large.
    package final class Match: Sendable {
        package let route: Route
        /// Values by parameter name, percent-decoded.
        let parameters: [String: String]

        init(_ route: Route, parameters: [String: String] = [:]) {
            self.route = route
            self.parameters = parameters
        }
    }

    package enum Outcome: Sendable {
        case found(Match)
        /// The path exists with these verbs only.
        ///
        /// - Parameter meaning: For a legacy path, the one that it stands for.
        case otherMethods([HTTPRequest.Method], Route.Kind, meaning: String?)
        case notFound
    }

    package init(_ routes: [Route]) {
        let routes = routes.map { route in
            route.with { $0.operation = OperationName.canonical(route.aliasedID ?? route.operationID) }
        }
        self.routes = routes
        let root = Builder()
        var literals: [String: [Match]] = [:]
        for route in routes {
            root.insert(route)
            guard !route.path.containsByte(UInt8(ascii: "{")) else { continue }
            literals[route.fullPath, default: []].append(Match(route))
        }
        self.root = root.node()
        self.literals = literals
    }

    /// - Parameters:
    ///   - path: As in the request line, without the query. Its segments are compared decoded (wire.md section 1).
    ///   - asReference: Whether those of the reference's own paths are compared as they are, as it does, and have no
    ///     other verbs than its.
    package func find(_ method: HTTPRequest.Method, _ path: String, asReference: Bool = false) -> Outcome {
        if let matches = literals[path] { return Self.choose(method, matches) }
        guard path.utf8.first == UInt8(ascii: "/") else { return .notFound }
        let segments = path.pathSegments
        var way = Node.Way()
        guard let end = root.find(segments[...], &way), end.parameterNames.count == way.values.count,
            !asReference || !way.decodesLiterals || end.matches.allSatisfy(\.route.isUnknownToReference)
        else { return page(path).map { Self.choose(method, $0) } ?? .notFound }
        let outcome = Self.choose(
            method, asReference ? end.matches.filter { !$0.route.isAddedVerb } : end.matches)
        guard case .found(let match) = outcome, !way.values.isEmpty else { return outcome }
        return .found(Match(match.route, parameters: Dictionary(zip(end.parameterNames, way.values)) { $1 }))
    }

    /// A path with its first two segments decoded: what tells the product's own API and console from everything else.
    static func plainBeginning(_ path: String) -> String {
        guard path.containsByte(UInt8(ascii: "%")) else { return path }
        let parts = path.separated(by: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            let part = String(part)
            return index < 3 ? PercentEncoding.decodeSegment(part) ?? part : part
        }.joined(separator: "/")
    }

    /// The reference's page at a path in other letter case or with a slash at its end.
    private func page(_ path: String) -> [Match]? {
        let prefix = "/emulator/"
        let folded = path.lowercased()
        guard folded.startsWithBytes(of: prefix) else { return nil }
        let matches = literals[folded.without(ending: "/")]
        return matches?.first?.route.kind == .page ? matches : nil
    }

    /// Whether there is such a path, but a parameter in it cannot be decoded: to the reference a malformed request.
    func isMalformed(_ path: String) -> Bool {
        guard path.containsByte(UInt8(ascii: "%")) else { return false }
        var isMalformed = false
        let segments = path.separated(by: "/", omittingEmptySubsequences: false).map { segment in
            guard !PercentEncoding.isDecodable(segment) else { return segment }
            isMalformed = true
            return Substring(segment.filter { $0 != "%" })
        }
        guard isMalformed else { return false }
        if case .notFound = find(.get, segments.joined(separator: "/")) { return false }
        return true
    }

    /// - Parameter matches: Of the path, with whatever verb.
    private static func choose(_ method: HTTPRequest.Method, _ matches: [Match]) -> Outcome {
        for match in matches where match.route.method == method { return .found(match) }
        if method == .head, let page = matches.first(where: { $0.route.kind != .api && $0.route.method == .get }) {
            return .found(page)
        }
        let first = matches.first?.route
        return .otherMethods(matches.map(\.route.method), first?.kind ?? .api, meaning: first?.aliasedPath)
    }
}

extension Route {
    /// Names in braces, in their order. Bytes, as with segments.
    fileprivate var parameterNames: [String] {
        fullPath.utf8.split(separator: UInt8(ascii: "{")).dropFirst()
            .map { String(Substring($0.prefix { $0 != UInt8(ascii: "}") })) }
    }
}

/// A position in the tree of path segments.
private final class Node: Sendable {
    /// A segment that is a parameter followed by a fixed ending, such as `{project}:queryAccounts`.
    struct Capture: Sendable {
        var suffix: String
        var node: Node
    }

    private let literals: [Substring: Node]
    /// Longest ending first, so that a method wins over a plain resource.
    private let captures: [Capture]
    /// The routes that end here, without what their parameters stand for.
    let matches: [RouteTable.Match]
    /// The names of their parameters, in their order.
    let parameterNames: [String]

    init(literals: [Substring: Node], captures: [Capture], routes: [Route]) {
        self.literals = literals
        self.captures = captures.sorted { $0.suffix.utf8.count > $1.suffix.utf8.count }
        matches = routes.map { RouteTable.Match($0) }
        parameterNames = routes.first?.parameterNames ?? []
    }

    /// How a path was found.
    struct Way {
        /// Of the parameters.
        var values: [String] = []
        /// Whether something else than a parameter was percent-encoded.
        var decodesLiterals = false
    }

    /// Where a path ends, if routes do so too. The depth is bounded by the table's longest path.
    func find(_ segments: ArraySlice<Substring>, _ way: inout Way) -> Node? {
        guard let segment = segments.first else { return matches.isEmpty ? nil : self }
        let rest = segments.dropFirst()
        if let node = literals[segment], let found = node.find(rest, &way) { return found }
        if let node = decodedLiteral(segment) {
            let wasDecoded = way.decodesLiterals
            way.decodesLiterals = true
            if let found = node.find(rest, &way) { return found }
            way.decodesLiterals = wasDecoded
        }
        for capture in captures {
            guard let name = segment.rest(beforeBytes: capture.suffix), let value = PercentEncoding.decodeSegment(name)
            else {
                continue
            }
            way.values.append(value)
            if let found = capture.node.find(rest, &way) { return found }
            way.values.removeLast()
        }
        return nil
    }

    /// What the segment leads to once it is decoded. A slash in it is none between segments, because the path was split
    /// before; and only ASCII is compared, of which no other text is an equivalent.
    private func decodedLiteral(_ segment: Substring) -> Node? {
        guard segment.containsByte(UInt8(ascii: "%")), let text = PercentEncoding.decodeSegment(segment),
            text.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        return literals[Substring(text)]
    }
}

extension String {
    /// What is between the slashes of a path. Bytes, because the characters of a text have to be found first.
    fileprivate var pathSegments: [Substring] {
        utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
    }
}

/// Builds the tree, then freezes it.
private final class Builder {
    private var literals: [Substring: Builder] = [:]
    private var captures: [String: Builder] = [:]
    private var routes: [Route] = []

    func insert(_ route: Route) {
        var builder = self
        for segment in route.fullPath.pathSegments {
            if segment.utf8.first == UInt8(ascii: "{"), let close = segment.utf8.firstIndex(of: UInt8(ascii: "}")) {
                let suffix = String(segment[close...].dropFirst())
                builder = builder.captures[suffix, inserting: Builder()]
            } else {
                builder = builder.literals[segment, inserting: Builder()]
            }
        }
        builder.routes.append(route)
    }

    func node() -> Node {
        Node(
            literals: literals.mapValues { $0.node() },
            captures: captures.map { Node.Capture(suffix: $0.key, node: $0.value.node()) }, routes: routes)
    }
}

extension Dictionary {
    fileprivate subscript(key: Key, inserting value: @autoclosure () -> Value) -> Value {
        mutating get {
            if let present = self[key] { return present }
            let new = value()
            self[key] = new
            return new
        }
    }
}
