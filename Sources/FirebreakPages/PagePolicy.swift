import FirebreakOperations

/// What a page may load and run: nothing but its own script and style, which carry a word that nobody can foresee.
///
/// It leaves open who frames the page, because apps frame one of the two, and run in frames themselves.
package struct PagePolicy {
    /// Of this one answer. Not from the server's own source, from which a seeded run draws its codes.
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
