import CArgon2

/// Argon2 (RFC 9106).
package struct Argon2: Sendable, Equatable {
    /// Length of the hash in bytes, 1 through 1024.
    let length: Int
    /// Never unspecified.
    package let type: Argon2HashType
    /// Lanes, 1 through 16.
    let parallelism: Int
    /// Passes over the memory, 1 through 16.
    let iterations: Int
    /// KiB, eight for each lane through 32768.
    let memory: Int
    /// Never unspecified.
    package let version: Argon2Version
    let associatedData: [UInt8]

    /// - Returns: `nil` if the library refuses, as it does for salts under eight bytes and hashes under four.
    func hash(_ password: [UInt8], salt: [UInt8]) -> [UInt8]? {
        let kind =
            switch type {
            case .d: Argon2_d
            case .i: Argon2_i
            case .id, .unspecified: Argon2_id
            }
        var output = [UInt8](repeating: 0, count: length)
        // The library only reads these buffers, but its declaration allows writing.
        var password = password
        var salt = salt
        var associatedData = associatedData
        let result = output.withUnsafeMutableBufferPointer { output in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    associatedData.withUnsafeMutableBufferPointer { associatedData in
                        var context = argon2_context()
                        context.out = output.baseAddress
                        context.outlen = UInt32(output.count)
                        context.pwd = password.baseAddress
                        context.pwdlen = UInt32(clamping: password.count)
                        context.salt = salt.baseAddress
                        context.saltlen = UInt32(clamping: salt.count)
                        context.ad = associatedData.baseAddress
                        context.adlen = UInt32(clamping: associatedData.count)
                        context.t_cost = UInt32(iterations)
                        context.m_cost = UInt32(memory)
                        context.lanes = UInt32(parallelism)
                        context.threads = 1  // the lanes one after the other: the result is the same
                        context.version =
                            version == .version10 ? ARGON2_VERSION_10.rawValue : ARGON2_VERSION_13.rawValue
                        return argon2_ctx(&context, kind)
                    }
                }
            }
        }
        return result == ARGON2_OK.rawValue ? output : nil
    }
}
