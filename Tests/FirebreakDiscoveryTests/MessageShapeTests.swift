import FirebreakWire
import Testing

@testable import FirebreakDiscovery

/// Google's messages as they are read from the discovery documents.
struct MessageShapeTests {
    private static let documents = [("v1", DiscoverySchemas.v1, DiscoveryMessages.v1), ("v2", .v2, .v2)]

    @Test(arguments: AdminResource.allCases)
    func `every resource of the configuration API is an object with members`(resource: AdminResource) {
        #expect(resource.shape.members["name"]?.shape.word == "string")
    }

    @Test func `members have the types of the document`() throws {
        let config = AdminResource.config.shape.members
        let signIn = try #require(config["signIn"]).shape.members
        let factors = try #require(AdminResource.tenant.shape.members["mfaConfig"]).shape.members
        let recaptcha = try #require(config["recaptchaConfig"]).shape.members
        let quota = try #require(config["quota"]?.shape.members["signUpQuotaConfig"]).shape.members

        #expect(signIn["allowDuplicateEmails"]?.shape.word == "boolean")
        #expect(signIn["phoneNumber"]?.shape.members["testPhoneNumbers"]?.shape.word == "map of string")
        #expect(config["authorizedDomains"]?.shape.word == "array of string")
        #expect(quota["quota"]?.shape.word == "integerText")
        #expect(factors["state"]?.shape.word == "enumeration of STATE_UNSPECIFIED,DISABLED,ENABLED,MANDATORY")
        #expect(recaptcha["managedRules"]?.shape.word == "array of object of action,endScore")
        #expect(signIn["hashConfig"]?.shape.members["rounds"]?.shape.word == "integer")
    }

    @Test func `every message of the documents is there, and everything in it`() throws {
        for (version, schemas, messages) in Self.documents {
            for schema in try schemas.parsed().schemas {
                #expect(messages[schema.key].missing(besides: schema.value).isEmpty, "\(version) \(schema.key)")
            }
        }
        if case .anything = DiscoveryMessages.v2["NoSuchMessage"] {} else { Issue.record("it has a shape") }
    }

    @Test func `what only answers have cannot be set, but for what is kept with all that is in it`() throws {
        let config = AdminResource.config.shape
        #expect(config.members["subtype"]?.isReadOnly == true)
        #expect(config.settable("subtype") == nil)
        #expect(config.settable("nothing") == nil)
        #expect(config.settable("client")?.members["apiKey"] != nil)

        let settable = config.settable()
        #expect(settable.members["subtype"] == nil)
        #expect(settable.members["client"]?.shape.members.keys.sorted() == ["permissions"])
        #expect(settable.members["signIn"]?.shape.members["hashConfig"] == nil)
        let versions = try #require(
            settable.members["passwordPolicyConfig"]?.shape.members["passwordPolicyVersions"]
        ).shape
        #expect(versions.word == "array of object of customStrengthOptions")

        let kept = config.settable(keeping: ["hashConfig"])
        #expect(kept.members["subtype"] == nil)
        #expect(
            kept.members["signIn"]?.shape.members["hashConfig"]?.shape.members.keys.sorted() == [
                "algorithm", "memoryCost", "rounds", "saltSeparator", "signerKey",
            ])
    }

    private static let v1 = "google.cloud.identitytoolkit.v1."
    private static let v2 = "google.cloud.identitytoolkit.v2."
    private static let admin = "google.cloud.identitytoolkit.admin.v2."

    private static let enumerations: [(messages: DiscoveryMessages, message: String, member: String, name: String)] = [
        (.v1, "V1GetOobCodeRequest", "requestType", v1 + "OobReqType"),
        (.v1, "V1GetOobCodeRequest", "clientType", v1 + "ClientType"),
        (.v1, "V1SetAccountInfoRequest", "deleteAttribute", v1 + "SetAccountInfoRequest.UserAttributeName"),
        (.v1, "V1QueryUserInfoRequest", "sortBy", v1 + "QueryUserInfoRequest.SortByField"),
        (.v1, "V1QueryUserInfoRequest", "order", v1 + "QueryUserInfoRequest.Order"),
        (.v1, "V1UploadAccountRequest", "passwordHashOrder", v1 + "UploadAccountRequest.PasswordHashOrder"),
        (.v2, "AdminV2MultiFactorAuthConfig", "enabledProviders", admin + "MultiFactorAuthConfig.Provider"),
        (.v2, "AdminV2MultiFactorAuthConfig", "state", admin + "MultiFactorAuthConfig.State"),
        (.v2, "AdminV2MobileLinksConfig", "domain", admin + "MobileLinksConfig.Domain"),
        (
            .v2, "AdminV2RecaptchaConfig", "phoneEnforcementState",
            admin + "RecaptchaConfig.RecaptchaProviderEnforcementState"
        ),
        (
            .v2, "AdminV2PasswordPolicyConfig", "passwordPolicyEnforcementState",
            admin + "PasswordPolicyConfig.PasswordPolicyEnforcementState"
        ),
        (.v2, "V2StartMfaPhoneRequestInfo", "clientType", v2 + "ClientType"),
    ]

    /// production.md section 1
    @Test(arguments: enumerations)
    func `enumerations have their names in protobuf`(
        messages: DiscoveryMessages, message: String, member: String, name: String
    ) throws {
        let shape = try #require(messages["GoogleCloudIdentitytoolkit" + message].members[member]).shape

        #expect(shape.enumerationName == "type.googleapis.com/" + name)
    }

    @Test func `parameters of queries have shapes too`() throws {
        let query = try #require(DiscoveryMessages.v2.query(of: "identitytoolkit.getRecaptchaConfig"))

        #expect(
            query.members["clientType"]?.shape.enumerationName
                == "type.googleapis.com/google.cloud.identitytoolkit.v2.ClientType")
        // Another message has the same values, and a type of its own.
        #expect(
            query.members["version"]?.shape.enumerationName
                == "type.googleapis.com/google.cloud.identitytoolkit.v2.GetRecaptchaConfigRequest.RecaptchaVersion")
        #expect(DiscoveryMessages.v2.query(of: "nothing") == nil)
    }

    @Test func `every oneof is of members that there are`() {
        for (message, notes) in MessageNotes.byMessage {
            let shape = DiscoveryMessages.v2[message]
            for (oneof, members) in notes.oneofs {
                for member in members { #expect(shape.oneof(of: member) == oneof, "\(message) \(member)") }
            }
        }
    }

    @Test func `of a oneof only one member can be set`() throws {
        let shape = try #require(AdminResource.tenant.shape.settable("smsRegionConfig"))

        #expect(shape.secondOfOneof(in: ["allowByDefault": [:], "allowlistOnly": .null]) == nil)
        #expect(shape.secondOfOneof(in: "text") == nil)
        #expect(
            shape.secondOfOneof(in: ["allowlistOnly": [:], "allowByDefault": [:]])
                == SchemaViolation(
                    problem: .oneofIsSet("sms_region_policy"), value: "allowByDefault", protobufType: "TYPE_MESSAGE"))
    }

    @Test func `members can be left out of a message itself`() {
        let provider = AdminResource.oauthIdpConfig.shape
        #expect(provider.without(["name", "issuer"]).members.count == provider.members.count - 2)
        #expect(MessageShape.array(provider).without(["name"]).members.isEmpty)
    }
}

extension MessageShape {
    fileprivate var word: String {
        switch self {
        case .object(let members): "object of " + members.keys.sorted().joined(separator: ",")
        case .map(let element): "map of " + element.word
        case .array(let element): "array of " + element.word
        case .enumeration(let enumeration): "enumeration of " + enumeration.values.joined(separator: ",")
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .integerText: "integerText"
        case .anything: "anything"
        }
    }

    fileprivate var enumerationName: String? {
        switch self {
        case .enumeration(let enumeration): enumeration.name
        case .array(let element): element.enumerationName
        default: nil
        }
    }

    /// Where the shape says nothing though the schema does, and what members it lacks.
    fileprivate func missing(besides schema: JSON) -> [String] {
        switch self {
        case .object(let members):
            let declared = (schema["properties"]?.objectValue ?? []).map(\.key)
            return declared.filter { members[$0] == nil }
                + members.flatMap { name, member in
                    member.shape.missing(besides: schema["properties"]?[name] ?? .null).map { name + "." + $0 }
                }
        case .map(let element): return element.missing(besides: schema["additionalProperties"] ?? .null)
        case .array(let element): return element.missing(besides: schema["items"] ?? .null)
        case .anything: return schema["$ref"] != nil || schema["properties"] != nil ? ["anything"] : []
        case .boolean, .integer, .number, .string, .integerText, .enumeration: return []
        }
    }
}
