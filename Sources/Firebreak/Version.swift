/// Versions of this library and of what it imitates.
public enum Version {
    /// Version of the library and the command line, as in the changelog.
    public static let current = "0.1.0"

    /// Version of firebase-tools whose emulator profile `emulator` follows.
    public static let reference = "15.28.1"
}
