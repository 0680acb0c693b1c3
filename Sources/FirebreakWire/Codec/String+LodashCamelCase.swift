extension String {
    /// The name in camel case, by the rules of lodash's `camelCase`, which the reference applies to body keys
    /// (wire.md section 7): words end at anything that is not alphanumeric and at case and digit boundaries.
    ///
    /// `display_name` and `Display-Name` become `displayName`, `localID` becomes `localId`, and `iOSBundleId`
    /// becomes `iOsBundleId`.
    package var lodashCamelCased: String {
        var copy = self
        if copy.withUTF8(Self.isCamelCase) { return self }
        if let camelCased = copy.withUTF8(Self.camelCased(snakeCase:)) { return camelCased }

        var result = ""
        for word in words {
            let lowercased = word.lowercased()
            if result.isEmpty {
                result = lowercased
            } else {
                result += lowercased.prefix(1).uppercased() + lowercased.dropFirst()
            }
        }
        return result
    }

    /// Letters only, a lower-case one first, never two capitals in a row: by far the most keys.
    private static func isCamelCase(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var previousIsUpper = true
        for byte in bytes {
            let isUpper = byte.isASCIIUppercase
            guard isUpper ? !previousIsUpper : byte.isASCIILowercase else { return false }
            previousIsUpper = isUpper
        }
        return true
    }

    /// Lower-case letters and underscores, as forms of OAuth have; `nil` for anything else.
    private static func camelCased(snakeCase bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var beginsWord = false
        for byte in bytes {
            if byte == UInt8(ascii: "_") {
                beginsWord = !output.isEmpty
            } else {
                guard byte.isASCIILowercase else { return nil }
                output.append(beginsWord ? byte ^ 0x20 : byte)
                beginsWord = false
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private enum Kind {
        case lower, upper, digit, separator

        init(_ character: Character) {
            self =
                if character.isNumber { .digit } else if character.isUppercase { .upper } else if character.isLetter {
                    .lower
                } else { .separator }
        }

        init(ascii byte: UInt8) {
            self =
                if byte.isASCIIDigit { .digit } else if byte.isASCIIUppercase { .upper } else if byte.isASCIILowercase {
                    .lower
                } else { .separator }
        }
    }

    /// The kind of each character.
    private var kinds: [(Index, Kind)] {
        utf8.allSatisfy { $0 < 0x80 }
            ? zip(utf8.indices, utf8).map { ($0, Kind(ascii: $1)) } : zip(indices, self).map { ($0, Kind($1)) }
    }

    private var words: [Substring] {
        var words: [Substring] = []
        var start: Index?
        var previous = Kind.separator
        for (index, kind) in kinds {
            defer { previous = kind }
            guard let wordStart = start else {
                if kind != .separator { start = index }
                continue
            }
            guard kind != .separator else {
                words.append(self[wordStart..<index])
                start = nil
                continue
            }
            let endsAcronym =
                kind == .lower && previous == .upper && self.index(before: index) > wordStart
            if endsAcronym {
                let boundary = self.index(before: index)
                words.append(self[wordStart..<boundary])
                start = boundary
            } else if kind != previous, !(previous == .upper && kind == .lower) {
                words.append(self[wordStart..<index])
                start = index
            }
        }
        if let start { words.append(self[start...]) }
        return words
    }
}
