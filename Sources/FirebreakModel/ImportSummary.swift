/// What an import did to a project.
public struct ImportSummary: Codable, Sendable, Equatable {
    /// Accounts that were stored, those of tenants included.
    public var accounts: Int

    /// An import of so many accounts.
    public init(accounts: Int) { self.accounts = accounts }
}
