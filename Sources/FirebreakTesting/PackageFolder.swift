import Foundation

/// The package that a source file belongs to.
enum PackageFolder {
    /// An absolute path.
    ///
    /// - Parameters:
    ///   - path: Absolute, or from the folder of the package.
    ///   - file: A file of the package. If no folder above it has a `Package.swift`, the working directory counts.
    static func path(of path: String, from file: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        var folder = URL(filePath: file)
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let manifest = folder.appending(path: "Package.swift").path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: manifest) {
                return folder.appending(path: path).path(percentEncoded: false)
            }
        }
        return URL(filePath: path).path(percentEncoded: false)
    }
}
