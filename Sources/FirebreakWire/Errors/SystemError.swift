#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What went wrong in a call of the system.
package enum SystemError {
    /// The system's words for a number.
    ///
    /// - Parameter number: `errno` of the call.
    package static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
