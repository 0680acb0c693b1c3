import FirebreakWire
import Testing

@testable import FirebreakHTTP

struct SchemaConversionTests {
    /// Discovery form → OpenAPI form, as JSON texts.
    static let table = [
        (#"{"id":"Name","type":"object","properties":{}}"#, #"{"type":"object","properties":{}}"#),
        (#"{"type":"any"}"#, "{}"),
        ("{}", "{}"),
        (#"{"format":"int64","type":"string"}"#, #"{"type":"string","format":"int64"}"#),
        (#"{"format":"google-datetime","type":"string"}"#, #"{"type":"string","format":"date-time"}"#),
        (#"{"format":"google-duration","type":"string"}"#, #"{"type":"string","format":"google-duration"}"#),
        (
            #"{"enum":["A","B"],"enumDescriptions":["a","b"],"enumDeprecated":[false,true],"type":"string"}"#,
            #"{"type":"string","enum":["A","B"]}"#
        ),
        (
            #"{"items":{"$ref":"User"},"type":"array"}"#,
            ##"{"type":"array","items":{"$ref":"#/components/schemas/User"}}"##
        ),
        (
            #"{"additionalProperties":{"$ref":"Trigger"},"type":"object"}"#,
            ##"{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Trigger"}}"##
        ),
        (
            #"{"additionalProperties":{"type":"any"},"type":"object"}"#,
            #"{"type":"object","additionalProperties":{}}"#
        ),
        (#"{"additionalProperties":false,"type":"object"}"#, #"{"type":"object","additionalProperties":false}"#),
        (
            #"{"$ref":"Hash","readOnly":true}"#,
            ##"{"allOf":[{"$ref":"#/components/schemas/Hash"}],"readOnly":true}"##
        ),
        (
            #"{"$ref":"Hash","description":"d","type":"object"}"#,
            ##"{"allOf":[{"$ref":"#/components/schemas/Hash"}],"description":"d"}"##
        ),
        (
            #"{"properties":{"a":{"required":true,"type":"string"},"b":{"type":"boolean"}},"type":"object"}"#,
            #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"boolean"}},"required":["a"]}"#
        ),
        (
            #"{"deprecated":true,"readOnly":true,"description":"d","pattern":"^a$","type":"string"}"#,
            #"{"type":"string","deprecated":true,"readOnly":true,"description":"d","pattern":"^a$"}"#
        ),
        (
            #"{"location":"query","repeated":true,"type":"string"}"#,
            #"{"type":"array","items":{"type":"string"}}"#
        ),
        (
            #"{"anyOf":[{"nullable":true,"type":"string"},{"items":{"$ref":"Hash"},"type":"array"}]}"#,
            ##"{"anyOf":[{"type":"string","nullable":true},"##
                + ##"{"type":"array","items":{"$ref":"#/components/schemas/Hash"}}]}"##
        ),
        (#"{"default":"true","type":"boolean"}"#, #"{"type":"boolean","default":true}"#),
        (
            #"{"default":"20","maximum":"1000","minimum":"1","type":"integer"}"#,
            #"{"type":"integer","default":20,"maximum":1000,"minimum":1}"#
        ),
        (#"{"default":"many","type":"integer"}"#, #"{"type":"integer"}"#),
        (#"{"default":"20","type":"string"}"#, #"{"type":"string","default":"20"}"#),
    ]

    @Test(arguments: table)
    func `a discovery schema becomes one of OpenAPI`(source: String, expected: String) throws {
        let result = SchemaConversion().schema(try JSON(parsing: source))

        #expect(result.text == expected)
    }

    @Test func `the prefix goes before every name that is referred to`() throws {
        let source = try JSON(parsing: #"{"properties":{"a":{"$ref":"User"}},"type":"object"}"#)

        let result = SchemaConversion(prefix: "LegacyV3").schema(source)

        #expect(result[path: "properties.a.$ref"] == "#/components/schemas/LegacyV3User")
    }
}
