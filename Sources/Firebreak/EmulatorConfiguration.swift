/// How an ``Emulator`` runs. Everything has a default; nothing is read from the environment.
public struct EmulatorConfiguration: Sendable {
    /// Which defaults new projects start with (product documentation, "Profiles").
    public enum Profile: String, Sendable, CaseIterable {
        /// Production's behaviour, made practical on one machine.
        case local
        /// The Auth emulator of the Firebase CLI, to the letter.
        case emulator
        case production
    }

    /// What an API key that names no project means.
    public enum UnknownKeys: String, Sendable, CaseIterable {
        /// The default project.
        case `default`
        /// An error, as in production.
        case reject
    }

    /// Address or name to listen on. Anything but loopback needs a ``controlToken``.
    public var host = "127.0.0.1"
    /// TCP port, 0 through 65535; 0 picks a free one.
    public var port = 9099
    /// The project that requests are for which name none.
    public var project = "demo-firebreak"
    /// What new projects start with.
    public var profile = Profile.local
    /// Folder for one database file per project, made if absent; `nil` keeps everything in memory.
    public var dataDirectory: String?
    /// Files with fixture documents, YAML or JSON, that are applied in their order before the server is ready. A document
    /// without `projects` is about ``project``.
    public var fixtures: [String] = []
    /// What fills ``project`` before fixtures do: a directory that the official emulators exported, or a file of
    /// `auth:export`, JSON or CSV. It may be absent when it is also ``exportPath``.
    public var importPath: String?
    /// The directory that ``project`` is written to, in the official emulators' form, when the server ends well.
    public var exportPath: String?
    /// What `${NAME}` stands for in fixtures.
    public var fixtureVariables: [String: String] = [:]
    /// Registered API keys and the projects they select.
    public var apiKeys: [String: String] = [:]
    /// What an API key that names no project means.
    public var unknownKeys = UnknownKeys.default
    /// Rules for new projects, by name, with their values as text.
    public var rules: [String: String] = [:]
    /// PEM file of the RSA key that signs tokens with rule `idTokens=signed`; `nil` has one made, which a data directory
    /// keeps.
    public var signingKeyFile: String?
    /// Makes IDs, codes, salts and everything else that is random the same on each run, for each project by itself;
    /// `nil` takes it from the operating system.
    public var seed: UInt64?
    /// What callers of the control API must present.
    public var controlToken: String?
    /// What admin clients on other machines must present instead of `owner`; the reference's own endpoints under
    /// `/emulator/v1` ask other machines for it as well. `nil` leaves both open to whoever reaches the server.
    public var adminToken: String?
    /// Host, or host and port, under which clients reach the server when that is not the address it listens on.
    public var publicHost: String?
    /// Largest request body, in bytes.
    public var maxBodyBytes = 64 * 1024 * 1024
    /// PEM file of the certificate chain; with ``tlsKeyFile`` the server speaks HTTPS.
    public var tlsCertificateFile: String?
    /// PEM file of the private key.
    public var tlsKeyFile: String?

    /// A configuration of defaults.
    public init() {}
}
