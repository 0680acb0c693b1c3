import FirebreakControl
import FirebreakCredentials
import FirebreakHTTP
import FirebreakOperations
import FirebreakStore
import FirebreakWire
import Foundation
import Logging
import NIOCore
import NIOPosix

/// What an emulator is made of, from its configuration.
extension Emulator {
    /// Makes on other threads what all emulators of the process share, for a process whose first one is to start soon.
    package static func prepare() {
        WorkerExecutor.bulk.detach {
            _ = MultiThreadedEventLoopGroup.singleton
            _ = RouteTable.server
            // Last: the server is ready without it, and the first request to a new project needs it.
            Storage.prepare()
        }
    }

    static func makeServices(
        _ configuration: EmulatorConfiguration, _ send: @escaping OutgoingRequest.Sender, _ announcer: EventAnnouncer,
        _ functions: FunctionsEmulator?, _ signals: DeliverySignals, _ workers: WorkerExecutor, _ logger: Logger
    ) throws(EmulatorError) -> Services {
        let profile = Profile(configuration.profile)
        let rules = configuration.rules.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        let defaults = ProjectDefaults(
            profile: profile, rules: rules, authorizedDomains: configuration.authorizedDomains)
        do throws(WireError) {
            _ = try defaults.rules(for: profile)
            try AuthorizedDomain.check(entries: configuration.authorizedDomains ?? [], profile)
        } catch {
            throw EmulatorError(.invalidConfiguration, error.message(in: profile))
        }
        let storage: Storage
        do throws(Storage.Failure) {
            storage = try Storage(
                dataDirectory: configuration.dataDirectory,
                durability: configuration.durability == .full ? .full : .normal,
                maximumProjects: configuration.maximumProjects, workers: workers)
        } catch {
            throw EmulatorError(.storage, error.description)
        }
        let signer = TokenSigner(
            storage: storage, pinned: try configuration.signingKeyFile.map(signingKey(inFile:)), workers: workers)
        return Services(
            storage: storage,
            projects: ProjectRegistry(
                storage: storage, defaults: defaults, signer: signer, seed: configuration.seed),
            signer: signer, defaultProject: ProjectID(rawValue: configuration.project), profile: profile,
            unknownKeys: configuration.unknownKeys == .reject ? .reject : .default,
            singleProject: Services.SingleProject(configuration.singleProject),
            adminToken: configuration.adminToken.flatMap(\.nonEmpty),
            now: { [time = configuration.keptRun?.time] in time ?? Timestamp.now },
            logger: logger, workers: workers,
            send: send,
            announce: { announcer.announce($0) }, functions: functions,
            deliveries: MessageDeliveries(
                mailServer: configuration.smtpServer.map { MessageDestination(kind: .smtp, name: $0.name) },
                wake: { signals.add($0, $1) }))
    }

    /// What finds the functions of the configuration's Functions emulator; `nil` if it has none.
    static func makeFunctions(
        _ configuration: EmulatorConfiguration, _ get: @escaping FunctionsEmulator.Getter, _ logger: Logger
    ) -> FunctionsEmulator? {
        guard let source = configuration.functionsSource, source != .off else { return nil }
        let hub = HubFinder(
            address: configuration.givenHub,
            file: HubFile(project: configuration.project))
        return FunctionsEmulator(source, for: configuration.project, hub: hub, get, logger)
    }

    static func makeAttempt(
        _ configuration: EmulatorConfiguration, _ send: @escaping OutgoingRequest.Sender
    ) -> DeliveryAttempt {
        DeliveryAttempt(
            post: send,
            mailServer: configuration.smtpServer.map { server in
                let client = SMTPClient(server)
                return DeliveryAttempt.MailServer(name: server.name) { await client.send($0) }
            })
    }

    private static func signingKey(inFile path: String) throws(EmulatorError) -> SigningKey {
        let content = try content(of: "signing key", path)
        do throws(KeySetError) { return try SigningKey(pem: String(decoding: content, as: UTF8.self)) } catch {
            throw EmulatorError(.invalidConfiguration, "The signing key \(path) cannot be used: \(error)")
        }
    }

    /// Of the configuration's certificate and key, if it has them.
    static func encryption(_ configuration: EmulatorConfiguration) throws(EmulatorError) -> Encryption? {
        guard let certificateFile = configuration.tlsCertificateFile, let keyFile = configuration.tlsKeyFile else {
            return nil
        }
        return try Encryption(certificateFile: certificateFile, keyFile: keyFile)
    }

    /// Reads a file of a key or certificate, unless it is too large for one.
    static func content(of name: String, _ path: String) throws(EmulatorError) -> [UInt8] {
        do throws(WholeFile.Failure) { return try WholeFile.read(path, .keyFile) } catch {
            throw EmulatorError(.invalidConfiguration, "The \(name) cannot be used: \(error)")
        }
    }
}

extension Services.SingleProject {
    fileprivate init(_ mode: EmulatorConfiguration.SingleProject) {
        switch mode {
        case .off: self = .off
        case .warn: self = .warn
        case .error: self = .error
        }
    }
}

extension Profile {
    init(_ profile: EmulatorConfiguration.Profile) {
        switch profile {
        case .local: self = .local
        case .emulator: self = .emulator
        case .production: self = .production
        }
    }
}
