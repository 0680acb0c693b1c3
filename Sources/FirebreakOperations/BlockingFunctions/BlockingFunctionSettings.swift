package import FirebreakWire

/// The project's `blockingFunctions`, which apply to all its tenants (blocking-functions.md section 1).
package struct BlockingFunctionSettings: Sendable, Equatable {
    /// URLs by event.
    package let functions: [BlockingEvent: String]
    package let forwardsAccessToken: Bool
    package let forwardsIDToken: Bool
    package let forwardsRefreshToken: Bool

    package init(_ document: JSON?) {
        var functions: [BlockingEvent: String] = [:]
        for event in BlockingEvent.allCases {
            functions[event] = document?[path: "triggers.\(event.rawValue).functionUri"]?.stringValue?.nonEmpty
        }
        self.functions = functions
        func forwards(_ name: String) -> Bool {
            document?[path: "forwardInboundCredentials.\(name)"]?.boolValue ?? false
        }
        forwardsAccessToken = forwards("accessToken")
        forwardsIDToken = forwards("idToken")
        forwardsRefreshToken = forwards("refreshToken")
    }
}
