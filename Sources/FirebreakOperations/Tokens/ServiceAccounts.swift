import FirebreakCredentials
package import FirebreakWire

/// The service accounts whose custom tokens are accepted, with their keys, from rule `serviceAccounts` (production.md
/// section 6.4).
package struct ServiceAccounts: Sendable {
    private let keys: [String: KeySet]

    /// No account.
    static let nobody = ServiceAccounts()

    private init() { keys = [:] }

    /// - Parameter document: By e-mail address a JWKS document, or an object of key IDs and PEM certificates as Google
    ///   serves it for a service account; a `null` entry counts as absent.
    /// - Throws: `INVALID_ARGUMENT` naming the account and the problem.
    package init(_ document: JSON) throws(WireError) {
        var keys: [String: KeySet] = [:]
        for member in document.objectValue ?? [] where !member.value.isNull {
            let isKeySet = member.value["keys"] != nil || member.value["certificates"] != nil
            do throws(KeySetError) {
                keys[member.key] = try KeySet(document: isKeySet ? member.value : ["certificates": member.value])
            } catch {
                throw .invalidArgument("rule serviceAccounts: the keys of \(member.key) cannot be read: \(error)")
            }
        }
        self.keys = keys
    }

    /// The keys of an account; `nil` if its custom tokens are not accepted.
    func keys(of account: String) -> KeySet? { keys[account] }
}
