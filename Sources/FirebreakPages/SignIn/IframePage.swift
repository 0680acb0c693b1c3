package import FirebreakWire

/// The page that web apps frame to be notified of sign-ins (idp.md section 4). It shows nothing, and is the same for all
/// requests.
package enum IframePage {
    private static let template = Template(asset: "pages/iframe")
    private static let script = HTML(trusted: PageAsset.text("pages/iframe.js"))

    /// Google's loader of the library with which SDKs talk to the page; the only external resource.
    package static var policy: PagePolicy {
        PagePolicy(scripts: " https://apis.google.com", connections: "https://apis.google.com")
    }

    package static func html(nonce: String) -> HTML { template.filled(["nonce": "\(nonce)", "script": script]) }
}
