import FirebreakOperations
import FirebreakWire
import HTTPTypes

/// Headers that answers have in common.
enum ResponseHeaders {
    /// Cross-origin headers of wire.md section 10. The control API gets none (firebreak.md section 4).
    static func addCrossOrigin(_ request: HTTPFields, to headers: inout HTTPFields) {
        headers[.vary] = headers.value(.vary).map { "Origin, " + $0 } ?? "Origin"
        // An empty header counts as none, here and in a preflight.
        if let origin = request.value(.origin)?.nonEmpty { headers[.accessControlAllowOrigin] = origin }
        if request.value(.privateNetworkRequest)?.nonEmpty != nil { headers[.privateNetworkAllowed] = "true" }
    }

    /// What production sends with every answer (production.md section 1.2).
    static func addProduction(to headers: inout HTTPFields) {
        if !headers.contains(.expires), headers.value(.cacheControl) != privately { forbidCaching(&headers) }
        // Three headers of a request decide whether its origin is told that it may read the answer.
        if headers.value(.vary) == "Origin" { headers[.vary] = "Origin, X-Origin, Referer" }
        headers[.xContentTypeOptions] = "nosniff"
        // A page with its own policy decides who may frame it; apps frame the page of federated sign-in.
        if !headers.contains(.contentSecurityPolicy), let name = HTTPField.Name("X-Frame-Options") {
            headers[name] = "SAMEORIGIN"
        }
        if let name = HTTPField.Name("X-XSS-Protection") { headers[name] = "0" }
    }

    /// `Cache-Control` of a refusal that the service itself never sees (production.md section 1.2).
    static let privately = "private"

    /// Forbids all caching of the answer (production.md section 1.2).
    static func forbidCaching(_ headers: inout HTTPFields) {
        headers[.cacheControl] = "no-cache, no-store, max-age=0, must-revalidate"
        headers[.pragma] = "no-cache"
        headers[.expires] = "Mon, 01 Jan 1990 00:00:00 GMT"
    }

    /// Allows all caching of the answer, by the clock of the machine, which HTTP goes by.
    static func addCaching(to headers: inout HTTPFields, seconds: Int64) {
        headers[.cacheControl] = "public, max-age=\(seconds)"
        headers[.expires] = Timestamp.now.advanced(byMilliseconds: seconds * 1000).httpDate
    }

    /// The answer to every `OPTIONS` request outside the control API.
    static func preflight(_ request: HTTPFields) -> RouteResponse {
        var headers: HTTPFields = [
            .accessControlAllowMethods: "GET,HEAD,PUT,PATCH,POST,DELETE",
            .vary: "Access-Control-Request-Headers",
        ]
        headers[.accessControlAllowHeaders] = request[.accessControlRequestHeaders]?.nonEmpty
        return RouteResponse(status: .noContent, contentType: nil, body: [], headers: headers)
    }
}

extension HTTPField.Name {
    fileprivate static let pragma = known("Pragma")
}
