import FirebreakWire

extension OpenAPIDocument {
    /// One operation under its unique name. Without a method, nothing is known about its messages: it accepts and
    /// returns any JSON object.
    static func operation(_ route: DescribedRoute, method: DescribedMethod?, name: String) -> JSON {
        var result: JSON = [
            "operationId": .string(name),
            "tags": [.string(APITag(of: route).rawValue)],
        ]
        result["description"] = method?.description.map(JSON.string)
        if let parameters = method?.queryParameters, !parameters.isEmpty { result["parameters"] = .array(parameters) }
        result["requestBody"] = requestBody(of: route, method: method)
        result["responses"] = responses(of: route, method: method)
        result["security"] = security(route.credential)
        return result
    }

    private static let anyObject: JSON = ["type": "object"]

    private static func requestBody(of route: DescribedRoute, method: DescribedMethod?) -> JSON? {
        let takesBody = ["PATCH", "POST", "PUT"].contains(route.method)
        guard takesBody, method == nil || method?.request != nil else { return nil }
        let types = method?.requestTypes ?? ["application/json"]
        let content = types.map { JSON.Member($0, ["schema": method?.request ?? anyObject]) }
        return ["content": .object(content)]
    }

    private static func responses(of route: DescribedRoute, method: DescribedMethod?) -> JSON {
        let types = method?.responseTypes ?? ["application/json"]
        let content = types.map { type in
            let schema = type == "application/json" ? method?.response ?? anyObject : ["type": "string"]
            return JSON.Member(type, ["schema": schema])
        }
        var result = JSON.emptyObject
        if !content.isEmpty { result["200"] = ["description": "Success", "content": .object(content)] }
        if let redirect = method?.redirect { result["303"] = ["description": .string(redirect)] }
        // Some of the reference's pages keep the type of a page for errors in JSON.
        result["default"] =
            types.contains("text/html")
            ? ["$ref": "#/components/responses/PageError"] : ["$ref": "#/components/responses/Error"]
        return result
    }

    private static func security(_ credential: Route.Credential) -> JSON {
        switch credential {
        case .any, .apiKeyFirst: [["Oauth2": []], ["apiKeyQuery": []], ["apiKeyHeader": []]]
        case .apiKeyOnly: [["apiKeyQuery": []], ["apiKeyHeader": []]]
        case .none: []
        case .control: [.emptyObject, ["controlToken": []]]
        }
    }
}
