import FirebreakControl
import FirebreakHTTP
import FirebreakOperations
import FirebreakWire
import Foundation
import HTTPTypes
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The hub of the Firebase CLI's emulators, for the programs that find the Auth emulator by it (emulator-api.md section
/// 8).
final class Hub: Service {
    /// Bytes of the largest request body.
    private static let maximumBody = 64 * 1024
    /// Milliseconds that another hub may take to answer.
    private static let patience: Int64 = 500

    private let configuration: EmulatorConfiguration
    private let responder: EmulatorResponder
    private let address: ServerAddress
    private let get: FunctionsEmulator.Getter
    private let logger: Logger
    /// The file by which it is found; `nil` for a project that can have none.
    private let file: HubFile?
    private let isBound = Mutex(false)
    /// What it wrote to the file.
    private let published = Mutex<HubFile.Locator?>(nil)
    /// Yields when it listens, or will not and need not.
    private let started: AsyncStream<Void>
    private let isStarted: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - server: Where the emulator is.
    ///   - get: Asks another hub.
    init(
        _ configuration: EmulatorConfiguration, _ control: ControlServices, at server: ServerAddress,
        _ get: @escaping FunctionsEmulator.Getter
    ) {
        self.configuration = configuration
        self.get = get
        file = HubFile(project: configuration.project)
        logger = control.services.logger
        (started, isStarted) = AsyncStream.makeStream()
        let address = ServerAddress(
            configuredHost: configuration.hubHost ?? configuration.host, publicHost: nil, isTLS: false)
        self.address = address
        let routes = RouteTable.hub(
            HubContent(
                itself: { HubFile.document(Self.locator(address)) },
                emulators: { Self.emulators(hub: address, auth: server) },
                export: { path throws(HubContent.Failure) in
                    try await Self.export(control, to: path, origin: server.origin)
                }))
        responder = EmulatorResponder(
            control: control, address: address,
            information: { ServerInformation(version: Version.current, host: "", port: 0, url: address.url) },
            controlToken: configuration.controlToken, console: .none, maximumBody: Self.maximumBody, routes: routes)
    }

    /// `HOST:PORT`, as `FIREBASE_EMULATOR_HUB` has it; `nil` while it does not listen.
    var hostAndPort: String? {
        guard isBound.withLock({ $0 }) else { return nil }
        return "\(address.connectable.host):\(address.connectable.port)"
    }

    /// Serves until the server ends.
    ///
    /// - Throws: ``EmulatorError/portTaken``, or the system's error when it cannot listen, where it has to.
    func run() async throws {
        let host = configuration.hubHost ?? configuration.host
        let server = HTTPServer(
            responder, host: host, port: configuration.hubPort ?? 0, maximumBody: Self.maximumBody, encryption: nil
        ) { channel in
            let local = channel.localAddress
            self.address.set(.init(host: local?.ipAddress ?? host, port: local?.port ?? 0))
            self.isBound.withLock { $0 = true }
            self.isStarted.yield()
        }
        defer {
            isStarted.finish()
            withdraw()
        }
        do { try await server.run() } catch {
            let place = EmulatorError.Place(host: host, port: configuration.hubPort ?? 0, use: .hub)
            guard let error = error as? IOError, !configuration.requiresHub else {
                throw EmulatorError(listeningAt: place, error) ?? error
            }
            logger.info("\(place.words) cannot be used, so there is no hub: \(error.words)")
            isStarted.yield()
            // Cancelled: the server ended on its own.
            try? await gracefulShutdown()
        }
    }

    /// Waits until it listens, or is known not to.
    ///
    /// - Returns: Whether the server can go on.
    func canGoOn() async -> Bool {
        for await _ in started { return true }
        return false
    }

    // MARK: The file

    /// Lets programs find it, unless they find another one that is alive.
    func publish() async {
        guard hostAndPort != nil else { return }
        guard let file else {
            return logger.info(
                "The project's ID cannot be part of a file's name, so the hub is found by its port alone")
        }
        let locator = Self.locator(address)
        // What stands in the file may be what a process left there that was killed, with the address of this one.
        if let other = file.read(), Set(other.origins).isDisjoint(with: locator.origins), await isAlive(other) {
            logger.notice("Another hub of the project's emulators is alive and stays the one that programs find")
            return
        }
        do {
            try file.write(locator)
            published.withLock { $0 = locator }
        } catch {
            logger.warning("The hub's file cannot be written: \(error)")
        }
    }

    private func withdraw() {
        let locator = published.withLock { published in
            defer { published = nil }
            return published
        }
        if let locator { file?.remove(locator) }
    }

    private func isAlive(_ other: HubFile.Locator) async -> Bool {
        let get = get
        return await withTimeLimit(milliseconds: Self.patience) {
            for origin in other.origins {
                // Another program may have the port by now.
                if let answer = try? await get(origin + "/"), answer.status == 200,
                    (try? JSON(parsing: answer.body, keys: .verbatim))?["origins"]?.arrayValue != nil
                {
                    return true
                }
            }
            return false
        } ?? false
    }

    private static func locator(_ address: ServerAddress) -> HubFile.Locator {
        HubFile.Locator(origins: [address.url], processID: Int(ProcessInfo.processInfo.processIdentifier))
    }

    // MARK: Answers

    private static func emulators(hub: ServerAddress, auth: ServerAddress) -> JSON {
        func entry(_ name: String, _ address: ServerAddress) -> JSON {
            let bound = address.connectable
            // Addresses stand in brackets in URLs alone.
            let host = bound.host.rest(afterBytes: "[")?.rest(beforeBytes: "]").map(String.init) ?? bound.host
            return [
                "name": .string(name), "host": .string(host), "port": .int(bound.port),
                "pid": .int(Int(ProcessInfo.processInfo.processIdentifier)),
                "listen": [
                    [
                        "address": .string(host), "family": host.containsBytes(of: ":") ? "IPv6" : "IPv4",
                        "port": .int(bound.port),
                    ]
                ],
            ]
        }
        return ["hub": entry("hub", hub), "auth": entry("auth", auth)]
    }

    private static func export(_ control: ControlServices, to path: String, origin: String) async throws(HubContent
        .Failure)
    {
        do { try await Emulator.export(control, to: path, origin: origin) } catch let error as WireError {
            throw HubContent.Failure(error.message(in: control.services.profile))
        } catch let failure as StorageFailure {
            throw HubContent.Failure(failure.sentence)
        } catch is CancellationError {
            throw HubContent.Failure("The server ended before the export was written.")
        } catch {
            throw HubContent.Failure("\(error)")
        }
    }
}

extension MountedConsole {
    /// Where there is no console.
    fileprivate static let none = MountedConsole(
        routes: { RouteTable([]) },
        failure: { _ in RouteResponse(status: .notFound, contentType: RouteResponse.plainText, body: []) })
}
