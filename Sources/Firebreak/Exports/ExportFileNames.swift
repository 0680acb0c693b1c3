import FirebreakWire

/// How the files of an export are called on disk.
enum ExportFileNames {
    /// The maximum length of a file name in bytes. Most file systems allow 255, encrypting ones as few as 143.
    private static let maximumBytes = 128

    /// The file names for these names: unchanged, except that characters which a file name cannot contain are escaped,
    /// and that names which would be too long are replaced by their hash.
    static func names(for names: [String]) -> [String] {
        var fileNames = names.map(escaped)
        var used = Set(fileNames)
        for (index, name) in fileNames.enumerated() where name.utf8.count > maximumBytes {
            var hash = stableHash(name.utf8)
            repeat {
                fileNames[index] = "accounts-\(String(hash, radix: 16)).json"
                hash &+= 1
            } while !used.insert(fileNames[index]).inserted
        }
        return fileNames
    }

    /// A tenant's ID may contain any character, a file name may not; and who lists a directory sees none of those that
    /// act on a terminal.
    static func escaped(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isHidden || "/\\%".unicodeScalars.contains(scalar) {
                result += PercentEncoding.encode(String(scalar))
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
