import FirebreakWire
import NIOCore

#if TLS
    import NIOSSL
#endif

/// TLS on connections: of the server's own port, and to mail servers. A build without the package's trait `TLS` does not
/// have it, and says so where it is asked for.
struct Encryption: Sendable {
    /// Makes what encrypts one connection. To be called on its event loop.
    let handler: @Sendable () throws -> any ChannelHandler

    #if TLS
        static let isAvailable = true

        /// Of the server's own port.
        ///
        /// - Throws: ``EmulatorError/invalidConfiguration``
        init(certificateFile: String, keyFile: String) throws(EmulatorError) {
            let chain = try Self.part("certificate", certificateFile) { try NIOSSLCertificate.fromPEMBytes($0) }
            let key = try Self.part("private key", keyFile) { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            // Tells here, not when the first client connects, that they do not belong together.
            do {
                let context = try NIOSSLContext(configuration: configuration)
                handler = { NIOSSLServerHandler(context: context) }
            } catch {
                throw EmulatorError(
                    .invalidConfiguration,
                    "The certificate \(certificateFile) and the private key \(keyFile) cannot be used together")
            }
        }

        /// Reads one of the files that encryption needs.
        private static func part<Part>(
            _ name: String, _ path: String, _ read: ([UInt8]) throws -> Part
        ) throws(EmulatorError) -> Part {
            let content = try Emulator.content(of: name, path)
            do { return try read(content) } catch {
                throw EmulatorError(.invalidConfiguration, "The \(name) \(path) is not a PEM file that has one")
            }
        }

        /// Of a connection to a mail server.
        init(with server: SMTPServer) throws {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = server.isVerified ? .fullVerification : .none
            // An address is not sent as a name; it is compared with the certificate nevertheless.
            let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
            let context = try NIOSSLContext(configuration: configuration)
            let name = isAddress ? nil : server.host
            handler = { try NIOSSLClientHandler(context: context, serverHostname: name) }
        }
    #else
        static let isAvailable = false
        private static let missing = "this build has no TLS: the trait TLS of the package is off"

        init(certificateFile: String, keyFile: String) throws(EmulatorError) {
            throw EmulatorError(
                .invalidConfiguration, "The certificate \(certificateFile) cannot be used: \(Self.missing)")
        }

        init(with server: SMTPServer) throws { throw SMTPError(Self.missing, isPermanent: true) }
    #endif
}
