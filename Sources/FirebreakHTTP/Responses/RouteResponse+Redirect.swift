import FirebreakWire
import HTTPTypes

extension RouteResponse {
    /// 303, as the reference's pages redirect.
    static func redirect(to target: String) -> RouteResponse {
        let location = PercentEncoding.escapeIllegal(target)
        return RouteResponse(
            status: .seeOther, contentType: RouteResponse.plainText,
            body: Array("See Other. Redirecting to \(location.excerpt)".utf8),
            headers: [.location: location, .vary: "Accept"])
    }
}
