/// JSON Pointers (RFC 6901): the place of a value in a document.
package enum JSONPointer {
    /// A key or position as a step, such as `/email`, with `~1` for a slash in it and `~0` for a tilde.
    package static func step(_ name: String) -> String {
        "/" + name.substituting("~", with: "~0").substituting("/", with: "~1")
    }

    /// The keys and positions that ``step(_:)`` made a pointer of.
    package static func steps(of pointer: String) -> [String] {
        pointer.separated(by: "/", omittingEmptySubsequences: false).dropFirst().map { part in
            part.substituting("~1", with: "/").substituting("~0", with: "~")
        }
    }
}
