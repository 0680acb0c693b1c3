/// The standard library's versions of these go from index to index, in some thirty instructions a byte. These look at
/// the bytes, which takes a tenth; every request goes through some of them.
extension String.UTF8View {
    package func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

    package func firstIndex(of byte: UInt8) -> Index? {
        let offset = withContiguousStorageIfAvailable { $0.firstIndex(of: byte) }
        guard let offset else { return firstIndex { $0 == byte } }
        return offset.map { index(startIndex, offsetBy: $0) }
    }
}

extension Substring.UTF8View {
    package func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

    package func firstIndex(of byte: UInt8) -> Index? {
        let offset = withContiguousStorageIfAvailable { $0.firstIndex(of: byte) }
        guard let offset else { return firstIndex { $0 == byte } }
        return offset.map { index(startIndex, offsetBy: $0) }
    }

    package func lastIndex(of byte: UInt8) -> Index? {
        let offset = withContiguousStorageIfAvailable { $0.lastIndex(of: byte) }
        guard let offset else { return lastIndex { $0 == byte } }
        return offset.map { index(startIndex, offsetBy: $0) }
    }
}
