extension WireError {
    /// Which service's conventions an error is written in.
    package enum Envelope: Sendable {
        /// The reference's, wire.md section 8, used for everything outside profile `production`.
        case reference
        /// Production's v1 (production.md section 1): domain before reason, no status for business errors.
        case productionV1
        /// Production's v2 and secure token service: a status, no `errors`.
        case productionV2
    }

    /// The error body, indented by two spaces.
    package func body(in profile: Profile, _ envelope: Envelope) -> [UInt8] {
        wording(in: profile).body(envelope)
    }
}

extension WireError.Wording {
    /// The error body, indented by two spaces.
    package func body(_ envelope: WireError.Envelope) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.member("code", Int64(kind.httpStatus))
        writer.member("message", message)
        if envelope != .productionV2, let detail = kind.detail { write(detail, envelope, to: &writer) }
        writer.member("status", envelope == .productionV2 ? kind.canonicalStatus : kind.status)
        if let details, envelope != .reference || kind.detail == nil { writer.member("details", .array(details)) }
        writer.endObject()
        writer.endObject()
        return JSON.indented(writer.bytes)
    }

    private func write(
        _ detail: [WireError.Kind.Member], _ envelope: WireError.Envelope, to writer: inout JSONWriter
    ) {
        writer.key("errors")
        writer.beginArray()
        writer.beginObject()
        writer.member("message", kind.detailMessage ?? message)
        // Production has the domain first.
        let members =
            envelope == .productionV1
            ? detail.filter { $0.key == "domain" } + detail.filter { $0.key != "domain" } : detail
        for member in members { writer.member(named: member.key, .string(member.value)) }
        writer.endObject()
        writer.endArray()
    }
}
