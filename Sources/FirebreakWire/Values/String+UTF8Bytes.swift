extension String {
    /// The text of bytes in UTF-8; what is invalid becomes U+FFFD.
    ///
    /// The same as `String(decoding:as:)`, which takes several times as long for the short texts of which requests and
    /// rows consist.
    package init(utf8 bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= 15 else {
            self = String(decoding: bytes, as: UTF8.self)
            return
        }
        self.init(unsafeUninitializedCapacity: bytes.count) { text in
            UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
            return bytes.count
        }
    }
}
