package import Dispatch
import FirebreakConsole
import FirebreakControl
package import FirebreakFixtures
package import FirebreakHTTP
import FirebreakOperations
import FirebreakStore
package import FirebreakWire
import Foundation
public import Logging
import NIOCore
public import ServiceLifecycle
import Synchronization

/// The server: everything that listens, answers and stores.
///
/// It installs no signal handlers, starts nothing outside ``run()``, and leaves nothing behind when that returns, so
/// any number of emulators can run side by side in one process.
public final class Emulator: Service, Sendable {
    let configuration: EmulatorConfiguration
    let control: ControlServices
    private let services: Services
    let responder: EmulatorResponder
    private let address: ServerAddress
    /// `nil` if connections are not encrypted.
    private let encryption: Encryption?
    private let sender: OutgoingHTTPClient
    /// Follows no redirects: asks other emulators, and functions that must answer themselves.
    private let asker: OutgoingHTTPClient
    /// `nil` where there is none.
    private let hub: Hub?
    /// `nil` where apps send no mails.
    private let mails: MailListener?
    private let announcer: EventAnnouncer
    private let deliveries: DeliveryService
    let logger: Logger
    private let startup: StartupFixtures
    private let imported = Mutex<Int?>(nil)

    /// Opens the storage and checks the configuration; listens only in ``run()``.
    ///
    /// - Parameters:
    ///   - configuration: How it runs.
    ///   - logger: Silent by default.
    /// - Throws: ``EmulatorError/invalidConfiguration``, ``EmulatorError/invalidFixture`` for a fixture that cannot be read,
    ///   ``EmulatorError/storage``.
    public convenience init(
        configuration: EmulatorConfiguration = EmulatorConfiguration(),
        logger: Logger = Logger(label: "firebreak", factory: { _ in SwiftLogNoOpLogHandler() })
    ) throws(EmulatorError) {
        try self.init(configuration: configuration, logger: logger, workers: .bulk)
    }

    /// - Parameters:
    ///   - workers: Runs work that would block the other connections of an event loop.
    ///   - timing: How long streams of events wait.
    package init(
        configuration: EmulatorConfiguration, logger: Logger, workers: WorkerExecutor,
        timing: EventBody.Timing = EventBody.Timing()
    ) throws(EmulatorError) {
        self.configuration = configuration
        self.logger = logger
        try configuration.check()
        let sender = OutgoingHTTPClient()
        self.sender = sender
        let asker = OutgoingHTTPClient(followsRedirects: false)
        self.asker = asker
        let send: OutgoingRequest.Sender = { request throws(OutgoingRequest.Failure) in
            try await (request.followsRedirects ? sender : asker).send(request)
        }
        announcer = EventAnnouncer(send, logger)
        let get: FunctionsEmulator.Getter = { url throws(OutgoingRequest.Failure) in
            // An upper bound: callers have shorter limits of their own.
            try await asker.get(url, within: 5_000)
        }
        let functions = Self.makeFunctions(configuration, get, logger)
        let fixtures = try FixtureFiles.read(configuration)
        let signals = DeliverySignals()
        services = try Self.makeServices(
            configuration, send, announcer, functions, signals, workers, logger)
        control = ControlServices(
            services: services, journal: configuration.journal, shownRun: configuration.keptRun?.sentence)
        if configuration.keptRun != nil { control.journal?.restore(configuration.keptCalls) }
        deliveries = DeliveryService(signals, control, Self.makeAttempt(configuration, send))
        startup = StartupFixtures(fixtures, control)
        encryption = try Self.encryption(configuration)
        address = ServerAddress(
            configuredHost: configuration.host,
            publicHost: configuration.publicAddress?.authority ?? configuration.publicHost,
            publicScheme: configuration.publicAddress?.scheme,
            isTLS: configuration.tlsCertificateFile != nil)
        hub = configuration.hubPort == nil ? nil : Hub(configuration, control, at: address, get)
        mails = configuration.smtpInPort.map { [control, encryption] port in
            MailListener(control, host: configuration.host, port: port, encryption: encryption)
        }
        responder = EmulatorResponder(
            control: control, address: address, information: Self.information(address, startup, mails),
            controlToken: configuration.controlToken, console: .console, maximumBody: configuration.maxBodyBytes,
            proxies: configuration.proxies ?? TrustedProxies(), timing: timing)
    }

    /// How many accounts the import at the start brought; `nil` where there was none.
    package internal(set) var importedAccounts: Int? {
        get { imported.withLock { $0 } }
        set { imported.withLock { $0 = newValue } }
    }

    /// Runs work that would block the other connections of an event loop.
    package var workers: WorkerExecutor { services.workers }
    /// What callers of the control API present.
    var controlToken: String? { configuration.controlToken }
    /// What admins on other machines present.
    var adminToken: String? { configuration.adminToken }

    /// Serves until the task is cancelled or shut down gracefully.
    ///
    /// - Throws: As ``run(onReady:)``.
    public func run() async throws { try await run { _ in } }

    /// Serves until the task is cancelled or shut down gracefully; requests in flight are finished then.
    ///
    /// - Parameter onReady: Called once, when the socket is bound and the fixtures are applied.
    /// - Throws: ``EmulatorError/portTaken``, ``EmulatorError/invalidFixture`` for fixtures that cannot be applied,
    ///   ``EmulatorError/storage`` for an export that cannot be written, ``EmulatorError/invalidConfiguration`` when it
    ///   cannot listen at its host and port.
    public func run(onReady: @escaping @Sendable (BoundAddress) async -> Void) async throws {
        try checkKeys()
        for (key, project) in configuration.apiKeys {
            try await services.storage.apiKeys.register([key], for: ProjectID(rawValue: project), isKept: false)
        }
        let address = address
        let startup = startup
        let logger = logger
        let workers = services.workers
        let mails = mails
        let (listening, isListening) = AsyncStream.makeStream(of: Void.self)
        let server = HTTPServer(
            responder, host: configuration.host, port: configuration.port, maximumBody: configuration.maxBodyBytes,
            encryption: encryption?.handler
        ) { [warning = openness] channel in
            if let warning { logger.warning("\(warning)") }
            let local = channel.localAddress
            address.set(.init(host: local?.ipAddress ?? address.configuredHost, port: local?.port ?? 0))
            isListening.yield()
            mails?.serverListens()
        }
        defer {
            services.projects.close()
            services.storage.close()
        }
        do {
            try await startup.refuseWrongDocuments(origin: configuredOrigin)
            let seeding = SeedingService(listening: listening) {
                // Its own error ends the server then.
                if let hub = self.hub, await !hub.canGoOn() { return }
                if let mails = self.mails, await !mails.isListening() { return }
                let bound = self.bound
                // Not on the shared threads, which the rest of the process needs, for instance to handle signals.
                try await workers.run {
                    try await self.importAtStart(origin: address.origin)
                    try await startup.apply(origin: address.origin)
                }
                _ = await self.services.functions?.current()
                await self.hub?.publish()
                await onReady(bound)
            }
            try await sender.whileOpen { try await asker.whileOpen { try await run(server, seeding) } }
            if startup.isApplied {
                // In a separate task, which a cancellation of this one does not interrupt.
                try await Task { try await self.exportAtExit(origin: address.origin) }.value
            }
        } catch {
            let place = EmulatorError.Place(host: configuration.host, port: configuration.port, use: .server)
            throw EmulatorError(listeningAt: place, error) ?? error
        }
    }

    /// Runs the server so that cancelling this task shuts it down gracefully: it has a task that is not cancelled with
    /// this one, and ends when its socket is closed and its requests are answered.
    private func run(_ server: HTTPServer, _ seeding: SeedingService) async throws {
        // Services end in reverse order: the events and messages of the last requests are still delivered. They are
        // named, because a default name is made by reflection, which took a tenth of the start.
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: announcer, serviceName: "account events"),
                .init(service: deliveries, serviceName: "deliveries"),
                .init(service: ProjectExpiryService(control), serviceName: "project ends"),
                .init(service: server, serviceName: "HTTP server"),
                .init(
                    service: seeding, failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: "seeding"),
            ], logger: serviceLogger)
        configuration.maximumGracefulShutdownDuration = ShutdownLimits.requests
        if let mails { configuration.services.insert(.init(service: mails, serviceName: "mail server"), at: 2) }
        if let hub { configuration.services.insert(.init(service: hub, serviceName: "hub"), at: 0) }
        let group = ServiceGroup(configuration: configuration)
        let server = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await server.value
            } onGracefulShutdown: {
                Task { await group.triggerGracefulShutdown() }
            }
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }

    /// The library reports every service that ends before the others as an error, which is of interest only when
    /// debugging.
    private var serviceLogger: Logger {
        guard logger.logLevel > .debug else { return logger }
        var quiet = logger
        quiet.logLevel = .critical
        return quiet
    }

    /// Keys given as rules are parsed before anything is served: a project that cannot parse its keys would answer no
    /// request.
    private func checkKeys() throws(EmulatorError) {
        do throws(WireError) {
            _ = try ProjectKeys(services.projects.defaults.rules(for: services.profile))
        } catch {
            throw EmulatorError(.invalidConfiguration, error.message(in: services.profile))
        }
    }

    /// What other machines may do without a token, in words; `nil` if nothing is open to them.
    private var openness: String? {
        guard !LoopbackHost.contains(configuration.host), services.adminToken == nil else { return nil }
        return """
            other machines can act as an admin with `Bearer owner` and use /emulator/v1 at \(configuration.host): the \
            control token guards /firebreak alone, an admin token (--admin-token) guards these as well
            """
    }

    private var bound: BoundAddress {
        BoundAddress(
            host: address.connectable.host, port: address.connectable.port, url: address.url, hub: hub?.hostAndPort,
            mailServer: mails?.hostAndPort)
    }

    private static func information(
        _ address: ServerAddress, _ startup: StartupFixtures, _ mails: MailListener?
    ) -> @Sendable () -> ServerInformation {
        {
            let bound = address.connectable
            return ServerInformation(
                version: Version.current, host: bound.host, port: bound.port, url: address.url,
                mailServer: mails?.hostAndPort,
                features: [
                    "appMails", "blockingFunctions", "clock", "copies", "deliveries", "emailActions", "exports",
                    "faults",
                    "federation",
                    "fixtures", "journal", "outbox", "passkeys", "phone", "secondFactors", "tenants",
                ], isReady: startup.isApplied)
        }
    }

    // MARK: Fixtures

    /// The fixtures of the configuration, in their order.
    package var fixtures: [Fixture] { startup.fixtures }

    /// Applies the fixtures without listening, in order to validate them.
    ///
    /// - Throws: ``EmulatorError/invalidFixture`` with every problem.
    package func applyFixtures() async throws {
        try await startup.apply(origin: configuredOrigin)
    }

    private var configuredOrigin: String { "http://\(configuration.host):\(configuration.port)" }
}

extension Emulator {
    /// Blocks the calling thread until work is done that runs on threads of the emulator's own, for callers that cannot
    /// suspend.
    package func waiting<Value: Sendable>(for body: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let value = Mutex<Value?>(nil)
        Task.detached(executorPreference: workers) {
            let result = await body()
            value.withLock { $0 = result }
            done.signal()
        }
        while true {
            done.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}

/// Where a running emulator can be reached.
public struct BoundAddress: Sendable, Equatable {
    /// Name or address to connect to; IPv6 addresses are bracketed.
    public var host: String
    /// TCP port, also when the system chose it.
    public var port: Int
    /// Base URL without a slash at the end.
    public var url: String
    /// Where its hub listens, the value of `FIREBASE_EMULATOR_HUB`; `nil` without one.
    public var hub: String?

    /// Where it takes mails of apps, `host:port`; `nil` where it does not.
    public var mailServer: String?

    /// The value of `FIREBASE_AUTH_EMULATOR_HOST`.
    public var hostAndPort: String { "\(host):\(port)" }
}

/// How long a server that was told to stop may take, each limit for what the one before did not end. Container runtimes
/// kill after ten seconds.
package enum ShutdownLimits {
    /// For requests in flight.
    package static let requests = Duration.seconds(7)
    /// For the services of the command line around the server.
    package static let services = Duration.seconds(8)
    /// For the process, which then ends with work that cannot be interrupted.
    package static let process = DispatchTimeInterval.seconds(9)
    /// The same if an export is to be written at the end, which is worth waiting for.
    package static let processWithExport = DispatchTimeInterval.seconds(60)
}
