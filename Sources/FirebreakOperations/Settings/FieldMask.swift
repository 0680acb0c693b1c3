import FirebreakDiscovery
import FirebreakWire

/// Paths of fields to change, from `updateMask`.
package struct FieldMask: Sendable {
    var paths: [[String]]

    /// - Parameter text: Comma-separated dotted paths; `nil` or empty means that there is no mask.
    init?(_ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        paths = text.separated(by: ",").map { path in
            path.separated(by: ".").map { String($0).lodashCamelCasedPathSegment }
        }.filter { (1...Self.maximumDepth).contains($0.count) }
    }

    /// No resource is deeper; longer paths are ignored like other unknown ones, which bounds the nesting.
    private static let maximumDepth = 8

    init(paths: [[String]]) { self.paths = paths }

    /// Whether it names this field or a part of it, not just an object that contains it.
    func names(_ path: [String]) -> Bool { paths.contains { $0.starts(with: path) } }

    /// Only the paths that satisfy the condition.
    func filtered(_ fits: ([String]) -> Bool) -> FieldMask { FieldMask(paths: paths.filter(fits)) }

    /// The reference's behaviour (tenants-config.md A4): a masked field that the body lacks changes nothing, and
    /// neither does a path through a value that is not an object.
    ///
    /// - Parameter shape: The message of the document. A member that is set drops those that it excludes, in every
    ///   profile (production.md section 14).
    func applyReference(_ body: JSON, to document: inout JSON, of shape: MessageShape) {
        for path in paths { Self.assign(path[...], from: body, to: &document, of: shape) }
    }

    private static func assign(
        _ path: ArraySlice<String>, from body: JSON, to document: inout JSON, of shape: MessageShape
    ) {
        guard let name = path.first, let value = body[name] else { return }
        if path.count == 1 {
            document.set(name, to: value, of: shape)
            return
        }
        guard case .object = value else { return }
        var child = document[name] ?? .emptyObject
        guard case .object = child else { return }
        assign(path.dropFirst(), from: value, to: &child, of: shape.member(name))
        document.set(name, to: child, of: shape)
    }

    /// Production's behaviour (production.md section 14): a masked field that the body lacks is reset.
    ///
    /// - Parameter shape: As for ``applyReference(_:to:of:)``.
    func applyProduction(_ body: JSON, to document: inout JSON, of shape: MessageShape) {
        for path in paths { Self.replace(path[...], with: body.value(at: path), in: &document, of: shape) }
    }

    /// The masked part of a body; the rest is ignored (production.md section 14).
    func selection(of body: JSON) -> JSON {
        var selection = JSON.emptyObject
        // Nothing is dropped, so that members that exclude each other are noticed.
        applyProduction(body, to: &selection, of: .anything)
        return selection
    }

    private static func replace(
        _ path: ArraySlice<String>, with value: JSON?, in document: inout JSON, of shape: MessageShape
    ) {
        guard let name = path.first, case .object = document else { return }
        if path.count == 1 {
            document.set(name, to: value, of: shape)
            return
        }
        guard value != nil || document[name] != nil else { return }
        var child = document[name] ?? .emptyObject
        guard case .object = child else { return }
        replace(path.dropFirst(), with: value, in: &child, of: shape.member(name))
        if value == nil { document[name] = child } else { document.set(name, to: child, of: shape) }
    }
}

extension MessageShape {
    fileprivate func member(_ name: String) -> MessageShape { members[name]?.shape ?? .anything }
}

extension JSON {
    /// Sets or resets a member. One that is set drops those that it excludes.
    fileprivate mutating func set(_ name: String, to value: JSON?, of shape: MessageShape) {
        self[name] = value
        guard value != nil else { return }
        for rival in shape.rivals(of: name) { self[rival] = nil }
    }

    fileprivate func value(at path: [String]) -> JSON? {
        var value: JSON? = self
        for name in path { value = value?[name] }
        return value
    }
}

extension String {
    /// Masks may be written in snake_case, as in protobuf; camel case is kept.
    fileprivate var lodashCamelCasedPathSegment: String { contains("_") ? lodashCamelCased : self }
}
