import FirebreakOperations

/// What a page may load and run: only its own script and style, which carry an unpredictable nonce.
package struct PagePolicy: Sendable {
    /// The nonce of this response. Not from the server's own random source, which a seeded run draws its codes from.
    package let nonce = RandomSource.system.alphanumeric(22)
    private let scripts: String
    private let connections: String
    private let images: String
    private let forms: String
    private let frames: String
    private let ancestors: String?

    /// - Parameters:
    ///   - scripts: Further sources of scripts, each after a space.
    ///   - connections: What scripts may connect to.
    ///   - images: Sources of images.
    ///   - forms: Where forms may go.
    ///   - frames: What the page may frame.
    ///   - ancestors: Who may frame the page; `nil` for everybody, because apps frame one of the sign-in pages, and run
    ///     in frames themselves.
    package init(
        scripts: String = "", connections: String = "'none'", images: String = "data:", forms: String = "'none'",
        frames: String = "'none'", ancestors: String? = nil
    ) {
        self.scripts = scripts
        self.connections = connections
        self.images = images
        self.forms = forms
        self.frames = frames
        self.ancestors = ancestors
    }

    /// That of the console, which talks to this server alone and is not framed.
    package static var console: PagePolicy {
        PagePolicy(
            connections: "'self'", images: "'self' data:", forms: "'self'", frames: "'self'", ancestors: "'none'")
    }

    /// The value of `Content-Security-Policy`.
    package var text: String {
        """
        default-src 'none'; script-src 'nonce-\(nonce)'\(scripts); style-src 'nonce-\(nonce)'; img-src \(images); \
        connect-src \(connections); frame-src \(frames); base-uri 'none'; form-action \(forms)\
        \(ancestors.map { "; frame-ancestors \($0)" } ?? "")
        """
    }
}
