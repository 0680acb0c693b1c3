/// Sizes as people read them.
package enum ShownSize {
    /// `84 KiB`, `1.2 MiB`.
    package static func text(bytes: Int) -> String {
        if bytes < 1024 { return "\(bytes) bytes" }
        if bytes < 1 << 20 { return "\(bytes >> 10) KiB" }
        let tenths = bytes / ((1 << 20) / 10)
        return "\(tenths / 10).\(tenths % 10) MiB"
    }
}
