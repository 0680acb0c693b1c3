@testable import FirebreakWire

/// What gives inputs to a parser, one at a time.
public struct FuzzRun: Sendable {
    private let parser: FuzzedParser
    /// One of each profile, if they are needed.
    private let servers: [FuzzedServer]

    /// Makes what the parser needs.
    public init(_ parser: FuzzedParser) throws {
        self.parser = parser
        servers = parser == .requests ? try Profile.allCases.map(FuzzedServer.init) : []
    }

    /// Whether ``parse(_:)`` does it all, on the thread that calls it.
    public var isSynchronous: Bool { servers.isEmpty }

    /// Gives it an input, if no task is needed for that.
    public func parse(_ bytes: [UInt8]) { parser.parse(bytes) }

    /// Gives it an input.
    ///
    /// - Returns: The statuses of the answers, where there are any.
    @discardableResult
    public func run(_ bytes: [UInt8]) async throws -> [Int] {
        guard !isSynchronous else {
            parse(bytes)
            return []
        }
        let input = String(decoding: bytes, as: UTF8.self)
        var statuses: [Int] = []
        for server in servers { statuses += try await server.answer(input) }
        return statuses
    }
}
