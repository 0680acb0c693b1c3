/// The methods of a project's rules.
package enum RulesAPI {
    package static let get = Endpoint<NoMembers, RulesDocument>(
        "rules.get", .get, "/rules", "Answers all rules with their values in effect.")
    package static let patch = Endpoint<RulesPatch, RulesDocument>(
        "rules.patch", .patch, "/rules",
        "Changes the rules that the body names; `null` stands for the default. Answers all of them.")
}

/// All rules of a project.
package struct RulesDocument: APIDocument {
    package static let schemaName = "Rules"

    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package static let parts: [EndpointEntry.Message] = [LifetimesDocument.self, LimitsDocument.self]
    package static let schema: JSONValue = ["type": "object"]
    package static let notes: JSONValue = [
        "idTokens": ["enum": ["unsigned", "signed"], "required": true, "type": "string"],
        "providers": ["enum": ["any", "configured"], "required": true, "type": "string"],
        "credentials": ["enum": ["unverified", "verified"], "required": true, "type": "string"],
        "credentialKeys": [
            "additionalProperties": ["type": "any"], "description": "By provider ID.", "required": true,
            "type": "object",
        ],
        "serviceAccounts": [
            "additionalProperties": ["type": "any"], "description": "By e-mail address.", "required": true,
            "type": "object",
        ],
        "idpPages": ["enum": ["builtin", "provider"], "required": true, "type": "string"],
        "passkeys": ["enum": ["on", "off"], "required": true, "type": "string"],
        "expiry": ["enum": ["on", "off"], "required": true, "type": "string"],
        "supersedeCodes": ["enum": ["on", "off"], "required": true, "type": "string"],
        "takeover": ["enum": ["on", "federated", "off"], "required": true, "type": "string"],
        "lifetimes": ["$ref": "Lifetimes", "required": true],
        "limits": ["$ref": "Limits", "required": true],
        "hostingDomains": ["items": ["type": "string"], "required": true, "type": "array"],
        "appName": ["nullable": true, "required": true, "type": "string"],
        "adminOrigins": ["enum": ["any", "authorized"], "required": true, "type": "string"],
        "smsCode": ["nullable": true, "required": true, "type": "string"],
        "accountEvents": [
            "anyOf": [
                ["nullable": true, "type": "string"],
                [
                    "properties": [
                        "url": ["required": true, "type": "string"],
                        "format": ["enum": ["v2", "both", "eventarc"], "required": true, "type": "string"],
                    ], "type": "object",
                ],
            ], "required": true,
        ],
        "messageWebhook": [
            "anyOf": [
                ["nullable": true, "type": "string"],
                [
                    "properties": [
                        "url": ["required": true, "type": "string"], "signed": ["required": true, "type": "boolean"],
                    ], "type": "object",
                ],
            ], "required": true,
        ],
    ]
}

/// The rules that a request changes.
package struct RulesPatch: APIDocument {
    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package static let schema: JSONValue = ["type": "object"]
    /// As those of all rules, but for `null` in the place of what has to be there, and for rules that are set in another form.
    package static var notes: JSONValue {
        .object((RulesDocument.notes.objectValue ?? []).map { .init($0.name, forms[$0.name] ?? nullable($0.value)) })
    }

    private static func nullable(_ note: JSONValue) -> JSONValue {
        let keywords = (note.objectValue ?? []).filter { $0.name != "required" && $0.name != "nullable" }
        return .object(keywords + [.init("nullable", true)])
    }

    private static let forms: JSONValue = [
        "lifetimes": nullable(LifetimesDocument.schema),
        "limits": nullable(LimitsDocument.schema),
        "smsCode": ["description": "Six digits.", "nullable": true, "type": "string"],
        "accountEvents": [
            "anyOf": [
                ["nullable": true, "type": "string"],
                [
                    "properties": [
                        "url": ["required": true, "type": "string"],
                        "format": ["enum": ["v1", "v2", "both", "eventarc"], "type": "string"],
                    ], "type": "object",
                ],
            ], "description": "An URL, with `{project}` for the project's ID.",
        ],
        "messageWebhook": [
            "anyOf": [
                ["nullable": true, "type": "string"],
                [
                    "properties": ["url": ["required": true, "type": "string"], "secret": ["type": "string"]],
                    "type": "object",
                ],
            ], "description": "An URL, with `{project}` for the project's ID.",
        ],
    ]
}

/// How long codes and tokens are valid.
package struct LifetimesDocument: APIDocument {
    package static let schemaName = "Lifetimes"

    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package static let schema: JSONValue = [
        "description": "Seconds; `null` for ever.",
        "additionalProperties": ["maximum": 3153600000, "minimum": 1, "nullable": true, "type": "integer"],
        "type": "object",
    ]
}

/// How often something may happen.
package struct LimitsDocument: APIDocument {
    package static let schemaName = "Limits"

    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package static let schema: JSONValue = [
        "description": "How often something may happen within a time; `null` for any number.",
        "additionalProperties": [
            "nullable": true,
            "properties": [
                "count": ["maximum": 1000000, "minimum": 1, "required": true, "type": "integer"],
                "seconds": ["maximum": 3153600000, "minimum": 1, "required": true, "type": "integer"],
            ], "type": "object",
        ], "type": "object",
    ]
}
