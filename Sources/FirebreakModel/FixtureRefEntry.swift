/// A name that a fixture gave to an account.
public struct FixtureRefEntry: Codable, Sendable, Equatable {
    /// The name in the document.
    public var ref: String
    /// ID of the tenant; `nil` for an account of the project itself.
    public var tenant: String?
    /// ID of the account, which may have been deleted since.
    public var localID: String

    private enum CodingKeys: String, CodingKey {
        case ref, tenant
        case localID = "localId"
    }

    /// A name of an account.
    public init(ref: String, tenant: String?, localID: String) {
        self.ref = ref
        self.tenant = tenant
        self.localID = localID
    }
}

/// The names that fixtures gave to accounts of a project and its tenants.
package struct FixtureRefList: Codable, Sendable, Equatable {
    /// By name.
    package var refs: [FixtureRefEntry]

    /// A list of names.
    package init(refs: [FixtureRefEntry]) { self.refs = refs }
}
