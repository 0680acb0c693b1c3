/// How much of something there may be: of what is stored and can be large, and of what makes the server work for long.
///
/// They are all here and in ``all``, but for the size of a request, which is an option (`maxBodyBytes` of
/// `EmulatorConfiguration`), and what a single method of Google's takes. "Limits" in WhatItPromises.md is the same table for
/// users, and a test compares the two. What is stored already may be larger: it stays readable.
package struct Limit: Sendable, Equatable {
    package enum Unit: Sendable {
        case bytes
        /// UTF-16 units, as the service counts.
        case characters
        case things
    }

    /// What is limited, as errors begin with it: "the configuration of a project".
    package let subject: String
    package let maximum: Int
    let unit: Unit
    /// Where it counts, if not everywhere.
    package let scope: String

    private init(_ subject: String, _ maximum: Int, _ unit: Unit = .bytes, scope: String = "") {
        self.subject = subject
        self.maximum = maximum
        self.unit = unit
        self.scope = scope
    }

    /// The amount as people read it: `64 KiB`, `256 characters`, `1,000`.
    package var amount: String {
        switch unit {
        case .things: maximum.grouped
        case .characters: "\(maximum.grouped) characters"
        case .bytes:
            if maximum.isMultiple(of: 1 << 30) {
                "\(maximum >> 30) GiB"
            } else if maximum.isMultiple(of: 1 << 20) {
                "\(maximum >> 20) MiB"
            } else if maximum.isMultiple(of: 1 << 10) {
                "\(maximum >> 10) KiB"
            } else {
                "\(maximum.grouped) bytes"
            }
        }
    }

    /// The amount as a sentence about the subject, for errors.
    package var sentence: String {
        "\(subject) may have at most \(amount)"
    }

    package func allows(_ count: Int) -> Bool { count <= maximum }

    /// Whether a text is short enough.
    package func allows(_ text: String) -> Bool {
        allows(unit == .characters ? text.utf16.count : text.utf8.count)
    }

    /// - Throws: `INVALID_ARGUMENT` that names the limit.
    package func check(_ count: Int) throws(WireError) {
        guard allows(count) else { throw .invalidArgument(sentence) }
    }

    /// - Throws: `INVALID_ARGUMENT` that names the limit.
    package func check(_ text: String) throws(WireError) {
        guard allows(text) else { throw .invalidArgument(sentence) }
    }

    /// - Parameter before: What is stored. A larger document of an earlier version may stay as large as it is.
    /// - Throws: `INVALID_ARGUMENT` that names the limit.
    package func check(_ document: JSON, before: JSON? = nil) throws(WireError) {
        let size = document.bytes.count
        guard !allows(size), size > before?.bytes.count ?? 0 else { return }
        throw .invalidArgument(sentence)
    }
}

// MARK: What requests may have

extension Limit {
    package static let headers = Limit("the header fields of a request together", 80 << 10)
    package static let headerCount = Limit("the header fields of a request", 1000, .things)
    /// More values are refused: each takes some 100 bytes, however short its text.
    package static let jsonValues = Limit("the values of a JSON text", 4_000_000, .things)
    package static let jsonDepth = Limit("the levels of a JSON text", 100, .things)
    package static let yamlDepth = Limit("the levels of a fixture in YAML", 64, .things)
    /// A number so small that nested aliases stay small.
    package static let yamlAliases = Limit("the aliases of a fixture in YAML", 32, .things)
    package static let mail = Limit("a mail that an app sends", 32 << 20)
    package static let mailHeader = Limit("the header of such a mail", 256 << 10, scope: "more is not read")
    package static let mailFields = Limit("the fields of its header", 1000, .things, scope: "more are not read")
    package static let mailParts = Limit("its parts", 1000, .things, scope: "more are not read")
    package static let mailDepth = Limit("the levels of its parts", 16, .things, scope: "more are not read")
    package static let mailRecipients = Limit("its recipients", 100, .things)
    package static let mailConnections = Limit("the connections of apps that send mails", 256, .things)
    package static let samlResponse = Limit("a SAML response", 256 << 10)
    package static let text = Limit("a text in a request to Google's API", 64 << 10, scope: "outside `emulator`")
    package static let credential = Limit(
        "`postBody` and `requestUri` of a sign-in", 1 << 20, scope: "outside `emulator`")
    package static let continueURL = Limit("a `continueUrl`", 8 << 10, scope: "outside `emulator`")
    package static let pathParameter = Limit("a parameter in a path of the control API and the console", 1 << 10)
    package static let queryParameter = Limit("a parameter in a query of the control API and the console", 4 << 10)
    package static let search = Limit("a search", 1000)
    package static let searchWords = Limit("the words of a search", 64, .things)
    static let searchedText = Limit("what a search looks at of a text", 16 << 10, scope: "the rest is not searched")
    package static let reportedText = Limit("a header that records keep", 1 << 10, scope: "more is cut")
}

// MARK: What a project may have

extension Limit {
    /// SQLite keeps such a database in one piece, and asks for no piece of 2 GiB.
    package static let memory = Limit("a project in memory", 2047 << 20, scope: "without `--data-dir`")
    package static let projectID = Limit("a project's ID", 128)
    package static let configuration = Limit("the configuration of a project", 1 << 20)
    package static let tenant = Limit("the configuration of a tenant", 256 << 10)
    package static let tenants = Limit("the tenants of a project", 10_000, .things)
    package static let policy = Limit("the access policy of a tenant", 64 << 10)
    package static let provider = Limit("the configuration of an identity provider", 64 << 10)
    package static let providers = Limit("the identity providers of a project or tenant", 1000, .things)
    package static let rules = Limit("the rules of a project", 256 << 10)
    package static let webhookURL = Limit("the URL of a webhook", 2 << 10)
    package static let fault = Limit("a fault with its body, headers and conditions", 64 << 10)
    package static let faults = Limit("the faults of a project", 1000, .things)
    package static let allFaults = Limit("all faults of a project together", 4 << 20)
    package static let apiKey = Limit("an API key", 256)
    package static let apiKeys = Limit("the API keys registered for a project", 1000, .things)
    package static let snapshotName = Limit("the name of a snapshot", 128)
    package static let snapshots = Limit("the snapshots of a project", 64, .things)
    package static let snapshotMemory = Limit("all snapshots in memory together", 1 << 30)
    package static let fixture = Limit("a fixture", 64 << 20)
    /// Some ten times what four million values take.
    package static let importFile = Limit("a file of an import at the start", 1 << 30)
    package static let commandLineFile = Limit("`firebase.json` or `.firebaserc`", 16 << 20)
    package static let keyFile = Limit("a file of a key or certificate", 1 << 20)
    package static let ref = Limit("the ref of a fixture's user", 256)
    package static let factory = Limit("the users of a factory", 100_000, .things)
    package static let renderedMail = Limit("a part of a mail as it is shown or sent", 1 << 20, scope: "more is cut")
    package static let journalBody = Limit("a body in the journal", 64 << 10, scope: "more is cut")
    package static let journal = Limit("the journal of all projects together", 64 << 20, scope: "the oldest go first")
}

// MARK: What an account may have

extension Limit {
    /// production.md section 15
    package static let accountID = Limit("a `localId`", 128, .characters, scope: "outside `emulator`")
    /// production.md sections 9 and 15
    package static let email = Limit("an e-mail address", 255, .characters, scope: "outside `emulator`")
    /// The pages name no limit: it is SAML's for a name ID (SAML core section 8.3.7), in which the 255 of OpenID Connect's
    /// `sub` have room.
    package static let identity = Limit(
        "an identity provider's ID, and a person's ID there", 256, .characters, scope: "outside `emulator`")
    /// production.md section 9
    package static let displayName = Limit("a `displayName`", 256, .characters, scope: "outside `emulator`")
    /// production.md section 9
    package static let photoURL = Limit("a `photoUrl`", 2048, .characters, scope: "outside `emulator`")
    /// production.md section 11
    package static let password = Limit("a password", 4096, .characters, scope: "outside `emulator`")
    /// production.md section 9
    package static let customClaims = Limit("custom claims", 1000, .characters)
    package static let sessionClaims = Limit(
        "what an identity provider says of a person", 64 << 10, scope: "outside `emulator`")
    package static let passwordHash = Limit(
        "an imported password hash, and its salt", 4 << 10, scope: "outside `emulator`")
    /// production.md section 12
    package static let secondFactors = Limit(
        "the second factors of an account", 5, .things, scope: "outside `emulator`")
    package static let passkeys = Limit("the passkeys of an account", 10, .things, scope: "outside `emulator`")
    package static let linkedProviders = Limit(
        "the linked identities of an account", 100, .things, scope: "outside `emulator`")
}

extension Limit {
    /// All of them, in the order of the table.
    package static let all: [Limit] = [
        .headers, .headerCount, .jsonValues, .jsonDepth, .yamlDepth, .yamlAliases, .mail, .mailHeader,
        .mailFields, .mailParts, .mailDepth, .mailRecipients, .mailConnections, .samlResponse, .text, .credential,
        .continueURL,
        .pathParameter, .queryParameter, .search, .searchWords, .searchedText, .reportedText,
        .memory, .projectID, .configuration, .tenant, .tenants, .policy, .provider, .providers, .rules, .webhookURL,
        .fault,
        .faults, .allFaults, .apiKey, .apiKeys, .snapshotName, .snapshots, .snapshotMemory, .fixture, .importFile,
        .commandLineFile, .keyFile, .ref, .factory,
        .renderedMail, .journalBody, .journal,
        .accountID, .email, .identity, .displayName, .photoURL, .password, .customClaims, .sessionClaims, .passwordHash,
        .secondFactors, .passkeys, .linkedProviders,
    ]
}
