import Testing

@testable import FirebreakWire

struct WireErrorTests {
    /// An error in these words.
    private static func row(
        _ wording: WireError.Wording, reference: WireError.Wording? = nil, production: WireError.Wording? = nil
    ) -> WireError {
        WireError.internalError.worded { profile in
            switch profile {
            case .local: wording
            case .emulator: reference ?? wording
            case .production: production ?? wording
            }
        }
    }

    @Test func `an error knows which member it is about, and what that has to be`() {
        let error = WireError.invalidArgument(member: "to", "must be a time")
        let rule = WireError.invalidArgument(member: "expiry", "must be on or off", called: "rule expiry")
        let part = WireError.invalidArgument("there is no limit x").about("limits")

        #expect(error == .invalidArgument("to must be a time"))
        #expect(error.field == "to" && error.demand == "must be a time" && error.form == nil)
        #expect(rule.message(in: .local).hasSuffix("rule expiry must be on or off"))
        #expect(rule.field == "expiry" && rule.demand == "must be on or off")
        #expect(part.field == "limits" && part.demand == nil)
        #expect(part.because(.link(parameter: "mode")).field == "limits")
        #expect(WireError.internalError.field == nil)
        let row = WireError(ErrorTable.all["forbiddenClaim"], ["claim": "iss"])
        #expect(row.field == "claims" && row.form == "“iss” is a name that tokens use themselves. Choose another one.")
    }

    private static func kind(_ status: Int, _ canonical: String?, _ reason: String) -> WireError.Kind {
        let members = [("reason", reason), ("domain", "global")]
        return WireError.Kind(status, canonical, members.map { WireError.Kind.Member(key: $0.0, value: $0.1) })
    }

    private static let emailExists = row(WireError.Wording("EMAIL_EXISTS"))
    private static let denied = kind(403, "PERMISSION_DENIED", "forbidden")
    private static let forbidden = row(WireError.Wording("Nobody may.", denied))

    private func text(_ error: WireError, _ envelope: WireError.Envelope = .reference) -> String {
        String(decoding: error.body(in: .local, envelope), as: UTF8.self)
    }

    /// The body without the indentation, which wire.md leaves open.
    private func compact(
        _ error: WireError, _ envelope: WireError.Envelope = .reference, in profile: Profile = .local
    ) throws -> String {
        try JSON(parsing: error.body(in: profile, envelope)).text
    }

    // MARK: Quotes

    @Test(arguments: ["x", "é", "日", "👍", "e\u{301}"])
    func `a long text is quoted in part, and never within a character's bytes`(character: String) {
        let long = String(repeating: character, count: 5000)
        let excerpt = long.excerpt

        #expect(excerpt.utf8.count <= 4000 + 3)
        #expect(excerpt.utf8.count > 3990)
        #expect(excerpt.unicodeScalars.last == "…")
        #expect(long.unicodeScalars.starts(with: excerpt.unicodeScalars.dropLast()))
        #expect(String(repeating: "x", count: 4000).excerpt.utf8.count == 4000)
        #expect("short".dropFirst().excerpt == "hort")
    }

    @Test func `a message is no longer than a quote`() throws {
        let error = Self.row(WireError.Wording("NOT_FOUND : \(String(repeating: "x", count: 100_000))", Self.denied))

        #expect(error.message(in: .local).utf8.count == 4003)
        #expect(error.code == "NOT_FOUND")
        #expect(text(error).utf8.count < 9000)
    }

    // MARK: The reference's envelope, wire.md sections 5 and 8

    @Test func `a business error is indented and has no status`() {
        #expect(
            text(Self.emailExists) == """
                {
                  "error": {
                    "code": 400,
                    "message": "EMAIL_EXISTS",
                    "errors": [
                      {
                        "message": "EMAIL_EXISTS",
                        "reason": "invalid",
                        "domain": "global"
                      }
                    ]
                  }
                }
                """)
    }

    private static let deniedInOtherWords: WireError.Kind = {
        var kind = denied
        kind.detailMessage = "No."
        return kind
    }()

    private static let bodies: [(error: WireError, body: String)] = [
        (
            .unknownPath,
            #"{"error":{"code":404,"message":"Not Found","errors":[{"message":"Not Found","reason":"notFound"}],"status":"NOT_FOUND"}}"#
        ),
        (
            .invalidContentType("text/plain"),
            #"{"error":{"code":400,"message":"Invalid content-type: text/plain","errors":[{"message":"Invalid content-type: text/plain","reason":"unknown"}]}}"#
        ),
        (
            .invalidJSON("x"),
            #"{"error":{"code":400,"message":"Invalid JSON payload received. x","errors":[{"message":"Invalid JSON payload received. x","domain":"global","reason":"parseError"}],"status":"INVALID_ARGUMENT"}}"#
        ),
        (
            .schemaViolation(
                SchemaViolation(
                    path: [.key("mfa"), .key("enrollments")], problem: .type("array"), value: "null", protobufType: "")),
            #"{"error":{"code":400,"message":"Invalid JSON payload received. /mfa/enrollments must be array","errors":[{"message":"Invalid JSON payload received. /mfa/enrollments must be array","reason":"invalid","domain":"global"}],"status":"INVALID_ARGUMENT"}}"#
        ),
        (
            .schemaViolation(SchemaViolation(problem: .type("object"), value: "[]", protobufType: "")),
            #"{"error":{"code":400,"message":"Invalid JSON payload received.  must be object","errors":[{"message":"Invalid JSON payload received.  must be object","reason":"invalid","domain":"global"}],"status":"INVALID_ARGUMENT"}}"#
        ),
        (
            row(WireError.Wording("Nobody may.", deniedInOtherWords, details: ["not shown"])),
            #"{"error":{"code":403,"message":"Nobody may.","errors":[{"message":"No.","reason":"forbidden","domain":"global"}],"status":"PERMISSION_DENIED"}}"#
        ),
    ]

    @Test(arguments: bodies)
    func `the reference's bodies are exact`(error: WireError, body: String) throws {
        #expect(try compact(error) == body)
        #expect(text(error) == String(decoding: JSON.indented(Array(body.utf8)), as: UTF8.self))
    }

    @Test(arguments: [WireError.Envelope.reference, .productionV1])
    func `an error without members of its list has details instead`(envelope: WireError.Envelope) throws {
        let error = Self.row(
            WireError.Wording("OURS : two things", WireError.Kind(409, "ABORTED"), details: ["one", "two"]))

        #expect(
            try compact(error, envelope)
                == #"{"error":{"code":409,"message":"OURS : two things","status":"ABORTED","details":["one","two"]}}"#)
    }

    // MARK: Production's envelopes, production.md section 1

    @Test func `production's v1 puts the domain before the reason`() throws {
        #expect(
            try compact(Self.emailExists, .productionV1)
                == #"{"error":{"code":400,"message":"EMAIL_EXISTS","errors":[{"message":"EMAIL_EXISTS","domain":"global","reason":"invalid"}]}}"#
        )
    }

    @Test func `production's v2 has a status and no errors`() throws {
        #expect(
            try compact(Self.emailExists, .productionV2)
                == #"{"error":{"code":400,"message":"EMAIL_EXISTS","status":"INVALID_ARGUMENT"}}"#)
        #expect(
            try compact(Self.forbidden, .productionV2)
                == #"{"error":{"code":403,"message":"Nobody may.","status":"PERMISSION_DENIED"}}"#)
    }

    @Test func `a malformed value is described by field and type`() throws {
        let violation = SchemaViolation(
            path: [.key("requestType")], problem: .notInEnumeration, value: "NO_SUCH",
            protobufType: "type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType")
        let error = WireError.schemaViolation(violation)
        let message =
            #"Invalid value at 'req_type' (type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType), \"NO_SUCH\""#
        let details =
            #"[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"req_type","description":"\#(message)"}]}]"#

        #expect(
            try compact(error, .productionV1, in: .production)
                == #"{"error":{"code":400,"message":"\#(message)","errors":[{"message":"\#(message)","reason":"invalid"}],"status":"INVALID_ARGUMENT","details":\#(details)}}"#
        )
        #expect(
            try compact(error, .productionV2, in: .production)
                == #"{"error":{"code":400,"message":"\#(message)","status":"INVALID_ARGUMENT","details":\#(details)}}"#)
    }

    @Test func `an array in place of the message is told in production's words, without a field`() {
        let violation = SchemaViolation(problem: .type("object"), value: [], protobufType: "TYPE_MESSAGE")
        let wording = WireError.schemaViolation(violation).wording(in: .production)
        let message = #"Invalid JSON payload received. Unknown name "": Root element must be a message."#

        #expect(wording.message == message)
        #expect(wording.details?.first?["fieldViolations"] == [["description": .string(message)]])
    }

    @Test func `only texts stand in quotes`() {
        func message(_ value: JSON) -> String {
            WireError.schemaViolation(
                SchemaViolation(
                    path: [.key("validSince")], problem: .notInt64, value: value, protobufType: "TYPE_INT64")
            ).message(in: .production)
        }

        #expect(message(.number("1.5")) == "Invalid value at 'valid_since' (TYPE_INT64), 1.5")
        #expect(message("1.5") == #"Invalid value at 'valid_since' (TYPE_INT64), "1.5""#)
    }

    @Test(arguments: Profile.allCases)
    func `a second member of a oneof is told with its place, if there is one`(profile: Profile) {
        var violation = SchemaViolation(
            problem: .oneofIsSet("enrollment_info"), value: "phoneEnrollmentInfo", protobufType: "TYPE_MESSAGE")
        let root = WireError.schemaViolation(violation).wording(in: profile)
        violation.path = [.key("config"), .key("smsRegionConfig")]
        let nested = WireError.schemaViolation(violation).wording(in: profile)
        let rest = "(oneof), oneof field 'enrollment_info' is already set. Cannot set 'phoneEnrollmentInfo'"

        #expect(root.message == "Invalid value \(rest)")
        #expect(root.details?.first?["fieldViolations"] == [["description": .string(root.message)]])
        #expect(nested.message == "Invalid value at 'config.sms_region_config' \(rest)")
        #expect(
            nested.details?.first?["fieldViolations"] == [
                ["field": "config.sms_region_config", "description": .string(nested.message)]
            ])
    }

    // MARK: Words

    @Test func `a row has the words of each profile`() throws {
        let error = Self.row(
            WireError.Wording("HERE"),
            reference: WireError.Wording("Not yet.", Self.kind(501, "NOT_IMPLEMENTED", "unimplemented")),
            production: WireError.Wording("THERE : far away"))

        #expect(Profile.allCases.map(error.message(in:)) == ["HERE", "Not yet.", "THERE : far away"])
        #expect(Profile.allCases.map { error.wording(in: $0).kind.httpStatus } == [400, 501, 400])
        #expect(Profile.allCases.map { error.wording(in: $0).code } == ["HERE", "NOT_IMPLEMENTED", "THERE"])
        #expect(error.code == "HERE")
        #expect(try compact(error, in: .emulator).hasPrefix(#"{"error":{"code":501,"message":"Not yet.","#))
    }

    @Test func `words given for nobody else are everybody's`() {
        #expect(Set(Profile.allCases.map(Self.emailExists.message(in:))) == ["EMAIL_EXISTS"])
        let error = Self.row(WireError.Wording("HERE"), reference: WireError.Wording("THERE"))
        #expect(error.message(in: .production) == "HERE")
    }

    @Test func `errors are the same of which clients get the same, whatever decided them`() {
        #expect(WireError.invalidHost("a") == .invalidHost("a").because(.unknownKey))
        #expect(WireError.invalidHost("a") != .invalidHost("b"))
        #expect(WireError.shuttingDown != .tooMuchAtOnce)
        #expect(Self.emailExists != Self.forbidden)
    }

    @Test(arguments: [
        ("EMAIL_EXISTS", "EMAIL_EXISTS"), ("WEAK_PASSWORD : Password is short", "WEAK_PASSWORD"),
        ("TENANT_ID_MISMATCH: ((They differ.))", "TENANT_ID_MISMATCH"),
        ("INVALID_IDP_RESPONSE ((Missing.))", "INVALID_IDP_RESPONSE"), ("API key not valid.", "PERMISSION_DENIED"),
        ("Not Found", "PERMISSION_DENIED"), ("((Missing.))", "PERMISSION_DENIED"),
    ])
    func `the code is the word in capitals, or else the status`(message: String, code: String) {
        #expect(WireError.Wording(message, Self.denied).code == code)
    }

    @Test func `where v1 has no status, the code of a sentence is v2's`() {
        #expect(WireError.Wording("Something is wrong.").code == "INVALID_ARGUMENT")
    }
}
