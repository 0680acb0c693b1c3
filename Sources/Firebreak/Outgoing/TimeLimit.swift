/// Runs a body that ends early when it is cancelled.
///
/// - Returns: `nil` when the time was over first.
func withTimeLimit<Value: Sendable>(
    milliseconds: Int64, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
    await withTaskGroup { group in
        group.addTask { Optional(await body()) }
        group.addTask {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
    }
}
