import FirebreakOperations
import FirebreakWire
import HTTPTypes

/// What a page may load and run: nothing but its own script and style, which carry a word that nobody can foresee.
///
/// It leaves open who frames the page, because apps frame one of the two, and run in frames themselves.
struct PagePolicy {
    /// Of this one answer. Not from the server's own source, from which a seeded run draws its codes.
    let nonce = RandomSource.system.alphanumeric(22)
    /// Further directives, or further sources of scripts.
    var scripts = ""
    var connections = "'none'"

    private var text: String {
        """
        default-src 'none'; script-src 'nonce-\(nonce)'\(scripts); style-src 'nonce-\(nonce)'; img-src data:; \
        connect-src \(connections); base-uri 'none'; form-action 'none'
        """
    }

    /// The page as an answer, which is not kept: the accounts change.
    func answer(_ page: HTML, status: Int = 200) -> Answer {
        Answer(
            status: HTTPResponse.Status(code: status), contentType: Answer.html, body: Array(page.text.utf8),
            headers: [.contentSecurityPolicy: text, .cacheControl: "no-store"])
    }
}
