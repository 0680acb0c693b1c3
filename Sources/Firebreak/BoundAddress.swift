/// Where a running emulator can be reached.
public struct BoundAddress: Sendable, Equatable {
    /// Name or address to connect to; IPv6 addresses are bracketed.
    public var host: String
    /// TCP port, also when the system chose it.
    public var port: Int
    /// Base URL without a slash at the end.
    public var url: String

    /// The value of `FIREBASE_AUTH_EMULATOR_HOST`.
    public var hostAndPort: String { "\(host):\(port)" }
}
