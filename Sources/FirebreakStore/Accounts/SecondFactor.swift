package import FirebreakWire

/// An enrolled second factor, as look-ups show it. The secret of one-time passwords is a ``TOTPSecret``.
package struct SecondFactor: AccountEntry {
    package enum Key: String {
        case id = "mfaEnrollmentId"
        case displayName, enrolledAt, phoneInfo, unobfuscatedPhoneInfo, totpInfo
    }

    package var document: JSON

    package init(document: JSON) { self.document = document }

    /// The enrolment ID.
    package var id: String? {
        get { self[text: .id] }
        set { self[text: .id] = newValue }
    }

    package var displayName: String? {
        get { self[text: .displayName] }
        set { self[text: .displayName] = newValue }
    }

    /// RFC 3339.
    package var enrolledAt: String? {
        get { self[text: .enrolledAt] }
        set { self[text: .enrolledAt] = newValue }
    }

    /// The number that codes go to. Setting it makes this a factor of that number, in both of its members.
    package var phoneNumber: String? {
        get { self[text: .phoneInfo] }
        set {
            self[text: .phoneInfo] = newValue
            self[text: .unobfuscatedPhoneInfo] = newValue
        }
    }

    /// Whether this is a factor of one-time passwords.
    package var isTOTP: Bool { self[.totpInfo] != nil }

    /// Makes this a factor of one-time passwords.
    package mutating func setTOTP() { self[.totpInfo] = .emptyObject }
}

extension Account {
    /// The second factor with this enrolment ID.
    package func secondFactor(_ id: String) -> SecondFactor? { secondFactors?.first { $0.id == id } }
}
