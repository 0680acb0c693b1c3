/// Why a call was answered as it was, where a setting, the clock or the request's form decided it.
///
/// An error carries it (``WireError/because(_:)``), a call that succeeds notes it in its record; the journal words it
/// when it is read (firebreak.md section 12).
package enum Reason: Sendable, Equatable {
    /// A link would lead to a host that is not among the authorized domains.
    case unauthorizedDomain(host: String)
    /// A fault made the answer or delayed it, or lost or delayed a message.
    case fault(id: String)
}
