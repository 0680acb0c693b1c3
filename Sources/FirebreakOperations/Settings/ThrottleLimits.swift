import FirebreakWire

extension Rules {
    /// How often something may happen before it is refused: the service's throttling (firebreak.md section 3.2). All
    /// are `nil`, unlimited, by default.
    package struct ThrottleLimits: Sendable, Equatable {
        /// A number of times within a fixed window.
        package struct Limit: Sendable, Equatable {
            /// How many are let through, 1 through 1,000,000.
            package var count: Int64
            /// Length of the window, which begins with the first that is counted: 1 second through 100 years.
            package var seconds: Int64

            var document: JSON { ["count": .int(count), "seconds": .int(seconds)] }
        }

        /// Wrong passwords given for one address.
        var passwordFailures: Limit?
        /// Mails of one kind to one address: password resets, verifications, sign-in links.
        var emailsPerEmail: Limit?
        /// Codes sent to one phone number.
        var smsPerNumber: Limit?
        /// Wrong one-time passwords given at the sign-ins of one account (production.md section 12).
        var totpFailures: Limit?
        /// Accounts that apps create from one network address.
        var signUpsPerIP: Limit?

        static let fields: [(name: String, path: any WritableKeyPath<ThrottleLimits, Limit?> & Sendable)] = [
            ("passwordFailures", \.passwordFailures), ("emailsPerEmail", \.emailsPerEmail),
            ("smsPerNumber", \.smsPerNumber), ("totpFailures", \.totpFailures), ("signUpsPerIp", \.signUpsPerIP),
        ]

        var document: JSON {
            var document = JSON.emptyObject
            for field in Self.fields { document[field.name] = self[keyPath: field.path]?.document ?? .null }
            return document
        }

        /// Sets the limits that a document names and keeps the others.
        mutating func apply(_ document: JSON) throws(WireError) {
            guard case .object(let members) = document else {
                throw .invalidArgument(member: "limits", "must be an object", called: "rule limits")
            }
            for member in members {
                guard let field = Self.fields.first(where: { $0.name == member.key }) else {
                    throw .invalidArgument("there is no limit \(member.key)").about("limits")
                }
                self[keyPath: field.path] = try Self.limit(member)
            }
        }

        private static func limit(_ member: JSON.Member) throws(WireError) -> Limit? {
            guard !member.value.isNull else { return nil }
            guard let count = member.value["count"]?.integerValue, (1...1_000_000).contains(count),
                let seconds = member.value["seconds"]?.integerValue, (1...3_153_600_000).contains(seconds),
                member.value.objectValue?.count == 2
            else {
                throw .invalidArgument(
                    "limit \(member.key) must be {\"count\",\"seconds\"} with a count of 1 to 1000000 and 1 to "
                        + "3153600000 seconds, or null for none"
                ).about("limits")
            }
            return Limit(count: count, seconds: seconds)
        }
    }
}
