import Firebreak
import FirebreakTestSupport
import Foundation
import Testing

/// Files of keys and certificates that the configuration names.
struct KeyFileTests {
    @Test func `one that is too large is not read`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let large = directory + "/large.pem"
            try Data("text".utf8).write(to: URL(filePath: large))
            try #require(truncate(large, 3 << 30) == 0)

            for path in [large, "/dev/zero"] {
                let reason = "cannot be used: \(path): a file of a key or certificate may have at most 1 MiB"
                expectRefusal("The signing key \(reason)") { $0.signingKeyFile = path }
                expectRefusal("The certificate \(reason)") {
                    ($0.tlsCertificateFile, $0.tlsKeyFile) = (path, path)
                }
            }
        }
    }

    @Test func `one that is none, or not there, is told by its path`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let (text, absent) = (directory + "/text.pem", directory + "/absent.pem")
            try Data("text".utf8).write(to: URL(filePath: text))

            expectRefusal("The signing key \(text) cannot be used") { $0.signingKeyFile = text }
            expectRefusal("The certificate \(text) is not a PEM file that has one") {
                ($0.tlsCertificateFile, $0.tlsKeyFile) = (text, text)
            }
            expectRefusal("\(absent): the file cannot be read: No such file or directory") {
                $0.signingKeyFile = absent
            }
            expectRefusal("\(absent): the file cannot be read: No such file or directory") {
                ($0.tlsCertificateFile, $0.tlsKeyFile) = (absent, absent)
            }
        }
    }
}
