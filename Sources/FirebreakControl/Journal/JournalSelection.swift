package import FirebreakWire

/// The calls that a request to the journal selects, and their order (firebreak.md section 12).
///
/// All values are strings, because they come from the query. An empty value is refused, as in ``MessageSelection``.
package struct JournalSelection: Decodable, Sendable {
    /// Only calls with a higher `seq`; in the list of all projects, with a higher `id`.
    package var after: String?
    /// `app`, `admin` or `anybody`.
    package var caller: String?
    /// An address, case-insensitive.
    package var email: String?
    /// The code of an error, such as `EMAIL_EXISTS`.
    package var error: String?
    /// The maximum number of calls: 100 by default, never more than 1,000.
    package var limit: String?
    /// The ID of an account.
    package var localId: String?
    /// A name of an operation, or `accounts.*` for all that begin so.
    package var operation: String?
    /// `asc`, newest last, is the default; or `desc`.
    package var order: String?
    /// A phone number. A space counts as `+`: an unescaped `+` in a query is decoded as a space.
    package var phoneNumber: String?
    /// An HTTP status, or a class of them, such as `4xx`.
    package var status: String?

    /// Selects every call.
    package init() {}

    /// The calls that are selected, regardless of limit and order.
    ///
    /// - Throws: `INVALID_ARGUMENT` for an invalid value; it names the valid ones.
    package func filter() throws(WireError) -> JournalFilter {
        JournalFilter()
    }
}
