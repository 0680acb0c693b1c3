package import HTTPTypes
import Synchronization

/// Remembers the last request that a test sent.
package final class RequestTrace: Sendable {
    private let state = Mutex<(method: HTTPRequest.Method, path: String)?>(nil)

    package init() {}

    /// `nil` before the first.
    package var last: (method: HTTPRequest.Method, path: String)? { state.withLock { $0 } }

    func note(_ method: HTTPRequest.Method, _ path: String) { state.withLock { $0 = (method, path) } }
}
