import FirebreakOperations
import FirebreakWire
import Testing

struct FieldMaskTests {
    @Test(arguments: [nil, ""] as [String?])
    func `no text is no mask`(text: String?) {
        #expect(FieldMask(text) == nil)
    }

    @Test(arguments: [
        ("a", [["a"]]), ("a.b,c", [["a", "b"], ["c"]]), ("a,a", [["a"], ["a"]]), (",a,,b,", [["a"], ["b"]]),
        ("sign_in.allow_duplicate_emails", [["signIn", "allowDuplicateEmails"]]), ("a..b", [["a", "b"]]),
    ])
    func `a mask is a list of paths, in either spelling`(text: String, paths: [[String]]) throws {
        #expect(try #require(FieldMask(text)).paths == paths)
    }

    /// tenants-config.md A4.
    private static let reference: [(mask: String, body: JSON, stored: JSON, result: JSON)] = [
        ("a", ["a": 1, "b": 2], ["c": 3], ["c": 3, "a": 1]), ("a", [:], ["a": 1], ["a": 1]),
        ("a.b", ["a": [:]], ["a": ["b": 1]], ["a": ["b": 1]]), ("a.b", [:], [:], [:]),
        ("a", ["a": false], ["a": true], ["a": false]), ("a", ["a": 0], ["a": 1], ["a": 0]),
        ("a", ["a": ""], ["a": "x"], ["a": ""]), ("a", ["a": []], ["a": [1]], ["a": []]),
        ("a", ["a": [:]], ["a": ["b": 1]], ["a": [:]]),
        ("a.b.c", ["a": ["b": ["c": 1, "d": 2]]], [:], ["a": ["b": ["c": 1]]]),
        ("a.b", ["a": ["b": 1]], ["a": ["x": 9]], ["a": ["x": 9, "b": 1]]),
        ("a.0", ["a": "text"], ["a": "old"], ["a": "old"]),
        ("a.x", ["a": [1, 2]], ["a": [3]], ["a": [3]]),
        ("a,b.c", ["a": 1, "b": ["c": 2]], [:], ["a": 1, "b": ["c": 2]]),
        ("a", ["a": ["x": 1]], ["a": ["y": 2]], ["a": ["x": 1]]), ("nope", ["a": 1], ["a": 2], ["a": 2]),
    ]

    @Test(arguments: reference)
    func `the reference leaves alone what the body lacks`(mask: String, body: JSON, stored: JSON, result: JSON) throws {
        var document = stored
        try #require(FieldMask(mask)).applyReference(body, to: &document)

        #expect(document == result)
    }

    /// production.md section 14.
    private static let production: [(mask: String, body: JSON, stored: JSON, result: JSON)] = [
        ("a", ["a": 1, "b": 2], ["c": 3], ["c": 3, "a": 1]), ("a", [:], ["a": 1, "b": 2], ["b": 2]),
        ("a.b", ["a": [:]], ["a": ["b": 1, "c": 2]], ["a": ["c": 2]]),
        ("a.b", [:], ["a": ["b": 1, "c": 2]], ["a": ["c": 2]]),
        ("a", ["a": ["x": 1]], ["a": ["y": 2]], ["a": ["x": 1]]),
        ("a.b", ["a": ["b": 1]], ["a": ["x": 9]], ["a": ["x": 9, "b": 1]]),
        ("a.b", ["a": ["b": 1, "c": 2]], [:], ["a": ["b": 1]]), ("a,a", ["a": 1], ["a": 2], ["a": 1]),
        ("a", ["b": 1], ["b": 2], ["b": 2]),
    ]

    @Test(arguments: production)
    func `production resets what the body lacks`(mask: String, body: JSON, stored: JSON, result: JSON) throws {
        var document = stored
        try #require(FieldMask(mask)).applyProduction(body, to: &document)

        #expect(document == result)
    }
}
