package import Firebreak

/// The variables that `exec` adds to the environment of a command.
package enum ExecEnvironment {
    /// The variables that SDKs read, and those of the `firebreak` command itself.
    ///
    /// - Parameters:
    ///   - hostAndPort: In the form of `127.0.0.1:9099`, as SDKs expect it.
    ///   - url: The server's address for clients.
    ///   - configuration: The server's configuration.
    /// - Returns: The variables to add.
    package static func variables(
        hostAndPort: String,
        url: String,
        configuration: EmulatorConfiguration
    ) -> [String: String] {
        var variables = [
            "FIREBASE_AUTH_EMULATOR_HOST": hostAndPort,
            "GCLOUD_PROJECT": configuration.project,
            "GOOGLE_CLOUD_PROJECT": configuration.project,
            "FIREBREAK_URL": url,
            "FIREBREAK_PROJECT": configuration.project,
        ]
        // `firebreak outbox` in the command needs it.
        variables["FIREBREAK_CONTROL_TOKEN"] = configuration.controlToken
        return variables
    }
}
