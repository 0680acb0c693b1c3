/// Reads a stream step by step, for another stream that is made of it.
actor EventCursor<Element: Sendable> {
    private var iterator: AsyncThrowingStream<Element, any Error>.AsyncIterator

    init(_ stream: AsyncThrowingStream<Element, any Error>) { iterator = stream.makeAsyncIterator() }

    func next() async throws -> Element? {
        var iterator = iterator
        defer { self.iterator = iterator }
        return try await iterator.next(isolation: self)
    }
}
