/// The result of an import into a project.
public struct ImportSummary: Codable, Sendable, Equatable {
    /// Accounts that were stored, those of tenants included.
    public var accounts: Int

    /// Creates the result of an import.
    public init(accounts: Int) { self.accounts = accounts }
}
