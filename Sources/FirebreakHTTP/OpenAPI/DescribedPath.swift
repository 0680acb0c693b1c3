/// A path with parameters in braces, ignoring their names.
struct DescribedPath {
    /// The path with `{}` for every parameter: equal for templates that match the same paths.
    private(set) var shape = ""
    /// The names of the parameters, in order.
    private(set) var parameters: [String] = []

    init(_ path: String) {
        var rest = path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            shape += rest[..<open] + "{}"
            parameters.append(String(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        shape += rest
    }
}
