import FirebreakWire

/// A path with parameters in braces, ignoring their names.
struct DescribedPath {
    /// The path with `{}` for every parameter: equal for templates that match the same paths.
    private(set) var shape = ""
    /// The names of the parameters, in order.
    private(set) var parameters: [String] = []

    init(_ path: String) {
        var rest = path[...]
        while let (text, parameter) = rest.parted(at: "{"), let (name, after) = parameter.parted(at: "}") {
            shape += text + "{}"
            parameters.append(String(name))
            rest = after
        }
        shape += rest
    }
}
