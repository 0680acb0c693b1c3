import FirebreakWire

/// The HTML of a mail as a document by itself, for the frame that shows it (firebreak.md section 13.1). Clients have a
/// hand in it: it runs nothing, loads nothing, and changes nothing of the page around it.
enum MailDocument {
    /// What it may do: styles of its own, images that it brings along, and links that open elsewhere.
    static let policy = """
        default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; \
        form-action 'none'; sandbox \(sandbox)
        """

    /// What the frame allows: links to open pages that are free of these bounds.
    static let sandbox = "allow-popups allow-popups-to-escape-sandbox"

    /// Links open in a tab of their own, without telling where they come from.
    private static let head =
        #"<meta charset="utf-8"><meta name="referrer" content="no-referrer"><base target="_blank">"#

    /// - Parameter html: The mail's.
    static func html(_ html: String) -> String {
        let start = html.prefix(9).lowercased()
        guard start == "<!doctype", let (type, rest) = html.parted(at: ">") else {
            return "<!DOCTYPE html>\(head)\(html)"
        }
        return "\(type)>\(head)\(rest)"
    }
}
