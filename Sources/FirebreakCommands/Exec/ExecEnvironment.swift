package import Firebreak

/// What a command finds in its environment.
package enum ExecEnvironment {
    /// The variables that SDKs read, and those of the `firebreak` command itself.
    ///
    /// - Parameters:
    ///   - hostAndPort: `127.0.0.1:9099`, as SDKs want it.
    ///   - url: Where clients find the server.
    ///   - configuration: What it was started with.
    /// - Returns: What to add to the environment.
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
