/// DEFLATE without a header (RFC 1951), as the HTTP-Redirect binding of SAML asks for.
package enum RawDeflate {
    /// Bytes that a stored block can have.
    private static let blockLength = 65_535

    /// The bytes in stored blocks: every decoder reads them, and compression would spare a request few bytes.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(blockLength)
            rest = rest.dropFirst(blockLength)
            let length = UInt16(block.count)
            output.append(rest.isEmpty ? 1 : 0)  // the last block is marked
            for number in [length, ~length] { output += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            output += block
        } while !rest.isEmpty
        return output
    }
}
