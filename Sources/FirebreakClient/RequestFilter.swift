public import FirebreakModel

/// Selects calls of the journal; all given conditions must match.
public struct RequestFilter: Sendable, Equatable {
    /// A name such as `accounts.signUp`, or `accounts.*` for all that begin so.
    public var operation: String?
    /// An HTTP status, or a class of them, such as `4xx`.
    public var status: String?
    /// The code of an error, such as `EMAIL_EXISTS`.
    public var error: String?
    /// ID of the account that the call was about.
    public var localID: String?
    /// Address of that account, case-insensitive.
    public var email: String?
    /// Phone number of that account.
    public var phoneNumber: String?
    /// Who called.
    public var caller: JournalRecord.Caller?
    /// ID of the tenant that the call was about.
    public var tenant: String?
    /// Words that all must be in what lists show of the call: operation, path, status, error, its reason, account.
    public var search: String?
    /// Only calls after this cursor.
    public var after: Int64?

    /// Selects all calls that match the given conditions.
    public init(
        operation: String? = nil, status: String? = nil, error: String? = nil, localID: String? = nil,
        email: String? = nil, phoneNumber: String? = nil, caller: JournalRecord.Caller? = nil,
        tenant: String? = nil, search: String? = nil, after: Int64? = nil
    ) {
        self.operation = operation
        self.status = status
        self.error = error
        self.localID = localID
        self.email = email
        self.phoneNumber = phoneNumber
        self.caller = caller
        self.tenant = tenant
        self.search = search
        self.after = after
    }

    /// The query parameters of the control API.
    package var query: [ControlRequest.Field] {
        .init([
            "operation": operation, "status": status, "error": error, "localId": localID, "email": email,
            "phoneNumber": phoneNumber, "caller": caller?.rawValue, "tenant": tenant, "q": search,
            "after": after.map { String($0) },
        ])
    }
}
