package import FirebreakWire

/// The schemes of URLs that links and pages may redirect users to, in every profile: those of web pages, and of an app
/// named in the request (email-actions.md section 7, production.md section 4). A browser would run `javascript:`, show
/// `data:` as a page of this server, and start any app by `intent:`.
package enum RedirectScheme {
    /// Schemes that browsers handle themselves, so that no app can have them.
    private static let ofBrowsers: Set<String> = [
        "about", "blob", "content", "data", "file", "filesystem", "ftp", "http", "https", "intent", "javascript",
        "vbscript", "view-source", "ws", "wss",
    ]

    /// Whether it is a web page, or opens one of these apps.
    ///
    /// - Parameter apps: Bundle IDs and package names given in the request for the link. Letter case is ignored, as it
    ///   is in schemes.
    package static func allows(_ url: AbsoluteURL, apps: [String] = []) -> Bool {
        url.isWeb || (isOfApp(url.scheme) && apps.contains { $0.lowercased() == url.scheme })
    }

    /// Whether an app can have this scheme: it is not a browser's own.
    static func isOfApp(_ scheme: String) -> Bool {
        AbsoluteURL.isScheme(scheme) && !ofBrowsers.contains(scheme.lowercased())
    }
}
