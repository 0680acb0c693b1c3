/// Accounts of a project or of one of its tenants, as the console lists them.
package struct AccountList: Encodable, Sendable {
    package var accounts: [Entry]
    /// How many there are; `nil` for what a search found.
    package var count: Int?
    /// Whether a search found more than it lists.
    package var isCut: Bool
    /// The value of `before` that leads to the page before this one; `nil` for the first page.
    package var previous: String?
    /// The value of `after` that leads to the page after this one; `nil` for the last page.
    package var next: String?

    package init(accounts: [Entry], count: Int?, isCut: Bool, previous: String?, next: String?) {
        self.accounts = accounts
        self.count = count
        self.isCut = isCut
        self.previous = previous
        self.next = next
    }

    /// One account.
    package struct Entry: Encodable, Sendable {
        package var id: String
        package var email: String?
        package var phoneNumber: String?
        package var displayName: String?
        /// How the person signs in: IDs of providers, and what ``Means`` names besides.
        package var means: [String]
        /// RFC 3339, or what the account has in place of a time.
        package var createdAt: String?
        /// RFC 3339, or what the account has in place of a time.
        package var lastLoginAt: String?
        package var isDisabled: Bool
        /// `nil` without an address.
        package var isEmailVerified: Bool?
        package var secondFactors: Int

        package init(
            id: String, email: String?, phoneNumber: String?, displayName: String?, means: [String],
            createdAt: String?, lastLoginAt: String?, isDisabled: Bool, isEmailVerified: Bool?, secondFactors: Int
        ) {
            self.id = id
            self.email = email
            self.phoneNumber = phoneNumber
            self.displayName = displayName
            self.means = means
            self.createdAt = createdAt
            self.lastLoginAt = lastLoginAt
            self.isDisabled = isDisabled
            self.isEmailVerified = isEmailVerified
            self.secondFactors = secondFactors
        }
    }

    /// Means to sign in by that are no provider of their own on the wire.
    package enum Means {
        package static let emailLink = "emailLink"
        package static let passkey = "passkey"
        package static let custom = "custom"
        package static let anonymous = "anonymous"
    }
}

/// The tenants of a project, to choose from.
package struct TenantNames: Encodable, Sendable {
    /// By ID.
    package var tenants: [Entry]
    /// Whether there are more than these.
    package var isCut: Bool

    package init(tenants: [Entry], isCut: Bool) {
        self.tenants = tenants
        self.isCut = isCut
    }

    /// One tenant.
    package struct Entry: Encodable, Sendable {
        package var id: String
        package var displayName: String?

        package init(id: String, displayName: String?) {
            self.id = id
            self.displayName = displayName
        }
    }
}
