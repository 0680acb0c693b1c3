import FirebreakPages
import FirebreakWire
import HTTPTypes

extension PagePolicy {
    /// The page as a response, which must not be cached: the accounts change.
    func answer(_ page: HTML, status: Int = 200) -> RouteResponse {
        RouteResponse(
            status: HTTPResponse.Status(code: status), contentType: RouteResponse.html, body: Array(page.text.utf8),
            headers: [.contentSecurityPolicy: text, .cacheControl: "no-store"])
    }
}
