import FirebreakOperations
import HTTPTypes

extension FaultAnswer {
    /// The answer, which nothing reformats.
    var response: RouteResponse {
        var response = RouteResponse(status: HTTPResponse.Status(code: status), contentType: nil, body: body)
        if let contentType { response.overrides[.contentType] = contentType }
        for header in headers {
            guard let name = HTTPField.Name(header.name) else { continue }
            response.overrides[name] = header.value
        }
        return response
    }
}

extension HTTPField.Name {
    /// The fault that made or delayed an answer, or that lost or delayed a message of the call.
    static let firebreakFault = HTTPField.Name("X-Firebreak-Fault") ?? .via
}
