import FirebreakOperations

/// What a page may load and run: only its own script and style, which carry an unpredictable nonce.
///
/// It does not restrict framing, because apps frame one of the two pages, and run in frames themselves.
package struct PagePolicy {
    /// The nonce of this response. Not from the server's own random source, which a seeded run draws its codes from.
    package let nonce = RandomSource.system.alphanumeric(22)
    private let scripts: String
    private let connections: String

    /// - Parameters:
    ///   - scripts: Further sources of scripts, each after a space.
    ///   - connections: What scripts may connect to.
    package init(scripts: String = "", connections: String = "'none'") {
        self.scripts = scripts
        self.connections = connections
    }

    /// The value of `Content-Security-Policy`.
    package var text: String {
        """
        default-src 'none'; script-src 'nonce-\(nonce)'\(scripts); style-src 'nonce-\(nonce)'; img-src data:; \
        connect-src \(connections); base-uri 'none'; form-action 'none'
        """
    }
}
