package import FirebreakWire

/// The documents that determine the behaviour of a project.
package enum Setting: String, CaseIterable, Sendable {
    /// The changed parts of the `Config` resource.
    case config
    /// Rules that were changed (firebreak.md section 3).
    case rules
    /// The profile the project was created with.
    case profile
    /// `{offset, frozenAt}` of the project's clock, in milliseconds.
    case clock
    /// How many accounts were created in the current hour of a sign-up quota, by network address.
    case signUps
    /// How many of its random numbers the project has used, if the server was given a seed.
    case random

    /// Whether the value determines the project's behaviour, rather than being a counter.
    var decidesBehaviour: Bool {
        switch self {
        case .config, .rules, .profile, .clock: true
        case .signUps, .random: false
        }
    }
}

extension Transaction {
    /// The stored document; `nil` if the project has the profile's default.
    package func setting(_ setting: Setting) throws -> JSON? {
        try first("SELECT value FROM setting WHERE name = ?", [setting.rawValue]) {
            try $0.document(0)
        }
    }

    package func set(_ setting: Setting, to value: JSON) throws {
        try run("REPLACE INTO setting (name, value) VALUES (?, ?)", [setting.rawValue, value.text])
        if setting.decidesBehaviour { noteChangedSettings() }
    }

    /// Stores the value that is in effect already, unless a value is stored. Nothing changes by that, so it is not
    /// announced.
    package func keep(_ setting: Setting, _ value: JSON) throws {
        try run("INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)", [setting.rawValue, value.text])
    }

    /// Returns to the profile's default.
    package func clear(_ setting: Setting) throws {
        try run("DELETE FROM setting WHERE name = ?", [setting.rawValue])
        if setting.decidesBehaviour { noteChangedSettings() }
    }
}
