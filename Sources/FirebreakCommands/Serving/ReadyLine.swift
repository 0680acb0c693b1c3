package import Firebreak
import FirebreakWire

/// The one line of JSON that tells scripts that the server answers, and where.
package enum ReadyLine {
    /// `{"event":"ready","host":…,"port":…,"url":…,"project":…,"profile":…,"version":…}`, without a newline.
    ///
    /// - Parameters:
    ///   - host: The address that the server listens on.
    ///   - port: The bound port, never 0.
    ///   - url: The server's address for clients.
    ///   - configuration: The server's configuration.
    /// - Returns: The line.
    package static func text(host: String, port: Int, url: String, configuration: EmulatorConfiguration) -> String {
        let line: JSON = [
            "event": "ready", "host": .string(host), "port": .int(port), "url": .string(url),
            "project": .string(configuration.project), "profile": .string(configuration.profile.rawValue),
            "version": .string(Version.current),
        ]
        return line.text
    }

    /// The line for a bound server.
    package static func text(address: BoundAddress, configuration: EmulatorConfiguration) -> String {
        text(host: address.host, port: address.port, url: address.url, configuration: configuration)
    }
}
