/// What an account says of its user, as `updateProfile` of the client SDKs changes it: texts that are passed on as they
/// are.
///
/// Requests, answers, imports, exports and fixtures walk over ``Member``. Beyond a case there, a new text needs a column
/// in the store, a field in the console's `AccountField` and a property of the client's `UserRecord`.
package struct UserProfile: Sendable, Equatable {
    package var displayName: String?
    package var photoURL: String?

    package init() {}

    /// The texts in the order of answers and files.
    package enum Member: String, CaseIterable, CodingKey, Sendable {
        case displayName
        case photoURL = "photoUrl"

        /// Its name on the wire, for writing: listing thousands of accounts makes no texts of names.
        package var key: StaticString {
            switch self {
            case .displayName: "displayName"
            case .photoURL: "photoUrl"
            }
        }
    }

    package subscript(member: Member) -> String? {
        get {
            switch member {
            case .displayName: displayName
            case .photoURL: photoURL
            }
        }
        set {
            switch member {
            case .displayName: displayName = newValue
            case .photoURL: photoURL = newValue
            }
        }
    }

    /// Takes over the texts that another one has.
    package mutating func update(from other: UserProfile) {
        for member in Member.allCases { self[member] = other[member] ?? self[member] }
    }
}

extension UserProfile: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        for member in Member.allCases { self[member] = try container.decodeIfPresent(String.self, forKey: member) }
    }
}

extension KeyedDecodingContainer {
    /// A profile whose texts are members of the message itself, as in all of Google's messages: the key is not looked up.
    package func decode(_ type: UserProfile.Type, forKey key: Key) throws -> UserProfile {
        try UserProfile(from: superDecoder())
    }
}
