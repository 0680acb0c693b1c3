package import Dispatch

/// How long a server that was told to stop may take, each limit for what the one before did not end. Container runtimes
/// kill after ten seconds.
package enum ShutdownLimits {
    /// For requests in flight.
    package static let requests = Duration.seconds(7)
    /// For the services of the command line around the server.
    package static let services = Duration.seconds(8)
    /// For the process, which then ends with work that cannot be interrupted.
    package static let process = DispatchTimeInterval.seconds(9)
    /// The same if an export is to be written at the end, which is worth waiting for.
    package static let processWithExport = DispatchTimeInterval.seconds(60)
}
