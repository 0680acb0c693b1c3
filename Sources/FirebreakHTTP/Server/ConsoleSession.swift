import FirebreakOperations
import FirebreakWire
import HTTPTypes

/// The cookie of a browser in which the control token was given to the console (firebreak.md section 13).
package struct ConsoleSession: Sendable {
    private let address: ServerAddress
    /// It is of this run of this server alone: browsers send cookies to every port of a host, and what another server
    /// gets there opens nothing else and tells no token.
    private let value = RandomSource.system.alphanumeric(32)

    init(_ address: ServerAddress) { self.address = address }

    /// Cookies do not distinguish ports, so servers on several ports of one machine have cookies of different names.
    private var name: String { "firebreak-\(address.visiblePort)" }

    /// Whether a request has the cookie.
    func isOpen(_ headers: HTTPFields) -> Bool {
        let expected = Array("\(name)=\(value)".utf8)
        return headers[values: .cookie].contains { header in
            header.utf8.split(separator: UInt8(ascii: ";")).contains { pair in
                equalInConstantTime(Array(pair.drop { $0 == UInt8(ascii: " ") }), expected)
            }
        }
    }

    /// The value of `Set-Cookie` that keeps a browser signed in until it ends, or ends that.
    ///
    /// - Parameter origin: Where the browser is.
    package func cookie(isSignedIn: Bool, at origin: String) -> String {
        let end = isSignedIn ? "" : "; Max-Age=0"
        let secure = origin.begins(with: "https:") ? "; Secure" : ""
        return "\(name)=\(isSignedIn ? value : ""); Path=/firebreak; HttpOnly; SameSite=Strict\(secure)\(end)"
    }
}
