import Foundation

/// What of this process is in memory.
package enum ResidentMemory {
    /// In bytes; `nil` where the system does not tell, which only Linux does.
    package static var bytes: Int? {
        guard let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = sizes.separated(by: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
