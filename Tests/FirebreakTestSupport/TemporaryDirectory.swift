import Foundation

/// Runs a test with the path of a directory of its own, which is not there yet and is removed afterwards.
package func withTemporaryDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try await body(directory)
}
