// Structs rather than enumerations, so that a client can decode the values of a later server.

extension OutboxMessage {
    /// The channel of a message.
    public struct Channel: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// E-mail.
        public static let email = Self(rawValue: "email")
        /// A text message.
        public static let sms = Self(rawValue: "sms")
    }

    /// What a message is for.
    public struct Kind: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A link that signs in.
        public static let emailSignIn = Self(rawValue: "EMAIL_SIGNIN")
        /// A link that resets the password.
        public static let passwordReset = Self(rawValue: "PASSWORD_RESET")
        /// A link that confirms an address.
        public static let verifyEmail = Self(rawValue: "VERIFY_EMAIL")
        /// A link that confirms a new address and changes to it.
        public static let verifyAndChangeEmail = Self(rawValue: "VERIFY_AND_CHANGE_EMAIL")
        /// A link that undoes a change of address.
        public static let recoverEmail = Self(rawValue: "RECOVER_EMAIL")
        /// A link that removes a second factor.
        public static let revertSecondFactorAddition = Self(rawValue: "REVERT_SECOND_FACTOR_ADDITION")
        /// A code that signs in.
        public static let smsSignIn = Self(rawValue: "SMS_SIGN_IN")
        /// A code that adds a phone number as second factor.
        public static let smsMFAEnrollment = Self(rawValue: "SMS_MFA_ENROLLMENT")
        /// A code that is the second factor of a sign-in.
        public static let smsMFASignIn = Self(rawValue: "SMS_MFA_SIGN_IN")
    }

    /// Whether a message was sent.
    public struct Delivery: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The service would have sent it.
        public static let sent = Self(rawValue: "sent")
        /// An admin received the link as a response; nothing was sent.
        public static let generated = Self(rawValue: "generated")
        /// The address is unknown, or the response must not reveal whether it is: nothing was sent, and there is no
        /// code.
        public static let suppressed = Self(rawValue: "suppressed")
        /// A blocking function refused the message.
        public static let blocked = Self(rawValue: "blocked")
        /// A fault lost the message.
        public static let failed = Self(rawValue: "failed")
        /// A fault delays the message until ``OutboxMessage/deliverAt``.
        public static let scheduled = Self(rawValue: "scheduled")
    }

    /// What became of the code in a message.
    public struct Status: RawRepresentable, Codable, Sendable, Hashable {
        /// The name on the wire.
        public let rawValue: String

        /// A name, known to this version or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It can be used.
        public static let pending = Self(rawValue: "pending")
        /// It was used.
        public static let used = Self(rawValue: "used")
        /// It has expired, or its purpose no longer exists.
        public static let expired = Self(rawValue: "expired")
        /// A later message of its kind replaced it.
        public static let superseded = Self(rawValue: "superseded")
    }
}
