import FirebreakModel

/// The calls that read a list that grows: the outbox of a project, its journal.
package struct ListingCalls: Sendable {
    let project: FirebreakProject
    /// What follows the project in the path, such as `/outbox`.
    let path: String

    /// - Parameter filter: The conditions that elements have to meet.
    package func list(_ filter: [ControlRequest.Field], _ paging: OutboxPaging) -> ControlRequest {
        project.request(.get, path, query: filter + paging.query)
    }

    package func wait(
        for filter: [ControlRequest.Field], count: Int, within time: Duration, _ paging: OutboxPaging
    ) -> ControlRequest {
        let limits: [ControlRequest.Field] = [.init("count", String(count)), .init("timeout", time.wireText)]
        // The server applies the time limit; this one only guards against a server that does not.
        return project.request(
            .get, path + ":wait", query: filter + paging.query + limits, timeout: time + .seconds(60))
    }

    package func follow(_ filter: [ControlRequest.Field]) -> ControlRequest {
        project.request(.get, path + ":stream", query: filter)
    }

    func delete(_ filter: [ControlRequest.Field] = []) -> ControlRequest {
        project.request(.delete, path, query: filter)
    }
}

extension [ControlRequest.Field] {
    /// The fields that have a value.
    init(_ fields: KeyValuePairs<String, String?>) {
        self = fields.compactMap { name, value in value.map { .init(name, $0) } }
    }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
    /// What is made of the elements, read as it is asked for.
    ///
    /// - Parameter transform: `nil` for an element that is left out.
    func compactMapped<Other>(
        _ transform: @escaping @Sendable (Element) throws -> Other?
    ) -> AsyncThrowingStream<Other, any Error> {
        let elements = StreamReader(self)
        return AsyncThrowingStream<Other, any Error> {
            while let element = try await elements.next() {
                if let other = try transform(element) { return other }
            }
            return nil
        }
    }
}

/// Reads a stream step by step, for another stream that is made of it.
private actor StreamReader<Element: Sendable> {
    private var iterator: AsyncThrowingStream<Element, any Error>.AsyncIterator

    init(_ stream: AsyncThrowingStream<Element, any Error>) { iterator = stream.makeAsyncIterator() }

    func next() async throws -> Element? {
        var iterator = iterator
        defer { self.iterator = iterator }
        return try await iterator.next(isolation: self)
    }
}
