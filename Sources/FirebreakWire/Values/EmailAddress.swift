/// E-mail addresses as accounts and messages have them.
package enum EmailAddress {
    /// The form in which an address is stored and compared, whether or not it is valid.
    package static func folded(_ text: String) -> String { text.lowercased() }
}
