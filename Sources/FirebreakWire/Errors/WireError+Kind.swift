extension WireError {
    /// HTTP status, canonical status and the members that go with them (wire.md section 8).
    package struct Kind: Equatable, Sendable {
        package struct Member: Equatable, Sendable {
            package var key: String
            package var value: String
        }

        /// Repeated as `error.code`.
        package var httpStatus: Int
        /// `error.status`; absent for the plain business errors of v1.
        package var status: String?
        /// Members of the one element of `error.errors` besides its message, in their order. Without any there is no
        /// `error.errors`, which only our own API has; then `error.details` are for all.
        package var detail: [Member]?
        /// Whether v1 has it as a plain business error: a code that both versions know, with a status in v2 alone.
        package var isBusinessInV1 = false

        package init(_ httpStatus: Int, _ status: String?, _ detail: KeyValuePairs<String, String>?) {
            self.httpStatus = httpStatus
            self.status = status
            self.detail = detail?.map { Member(key: $0.key, value: $0.value) }
        }

        /// `status`, and what production's v2 says where v1 has none.
        package var canonicalStatus: String { status ?? (httpStatus == 503 ? "UNAVAILABLE" : "INVALID_ARGUMENT") }
    }
}

extension WireError.Kind {
    /// An upper-case code, optionally followed by ` : ` and an explanation.
    package static let business = WireError.Kind(400, nil, ["reason": "invalid", "domain": "global"])
    /// A business error with a status in v1 as well.
    package static let invalidArgument = WireError.Kind(
        400, "INVALID_ARGUMENT", ["reason": "invalid", "domain": "global"])
    /// The same for what production tells in a sentence.
    package static let badRequest = WireError.Kind(
        400, "INVALID_ARGUMENT", ["reason": "badRequest", "domain": "global"])
    package static let unauthenticated = WireError.Kind(
        401, "UNAUTHENTICATED", ["reason": "required", "domain": "global"])
    package static let forbidden = WireError.Kind(
        403, "PERMISSION_DENIED", ["reason": "forbidden", "domain": "global"])
    package static let notFound = WireError.Kind(404, "NOT_FOUND", ["reason": "notFound"])
    package static let alreadyExists = WireError.Kind(
        409, "ALREADY_EXISTS", ["reason": "alreadyExists", "domain": "global"])
    package static let resourceExhausted = WireError.Kind(
        429, "RESOURCE_EXHAUSTED", ["reason": "rateLimitExceeded", "domain": "global"])
    /// 404, which v1 answers as a business error.
    package static let notFoundInV2: WireError.Kind = {
        var kind = notFound
        kind.isBusinessInV1 = true
        return kind
    }()
    package static let notImplemented = WireError.Kind(501, "NOT_IMPLEMENTED", ["reason": "unimplemented"])
    package static let unavailable = WireError.Kind(
        503, "UNAVAILABLE", ["reason": "backendError", "domain": "global"])
}
