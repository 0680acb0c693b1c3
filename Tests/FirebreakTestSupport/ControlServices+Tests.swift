package import FirebreakControl
import FirebreakCredentials
package import FirebreakOperations
import FirebreakStore
package import FirebreakWire
package import Logging

extension ControlServices {
    /// Everything that a server works with, and nothing that listens.
    ///
    /// - Parameters:
    ///   - rules: Over those of the profile, values as on the command line.
    ///   - dataDirectory: `nil` keeps everything in memory.
    ///   - authorizedDomains: As on the command line; `nil` for those of the profile.
    package static func forTests(
        _ profile: Profile = .local, rules: [(name: String, value: String)] = [], defaultProject: String,
        unknownKeys: Services.UnknownKeys = .default, singleProject: Services.SingleProject = .off,
        dataDirectory: String? = nil, seed: UInt64? = nil,
        passwordHashes: WorkerExecutor = .passwordHashes, maximumProjects: Int? = nil, adminToken: String? = nil,
        journal: Int = 1000, authorizedDomains: [String]? = nil,
        logger: Logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
        now: @escaping @Sendable () -> Timestamp,
        send: @escaping OutgoingRequest.Sender = { _ throws(OutgoingRequest.Failure) in
            throw .unreachable("there are no functions")
        },
        announce: @escaping @Sendable ([OutgoingRequest]) -> Void = { _ in },
        finder: (any FunctionsFinder)? = nil,
        deliveries: MessageDeliveries = .none
    ) throws -> ControlServices {
        let storage = try Storage(dataDirectory: dataDirectory, maximumProjects: maximumProjects)
        let signer = TokenSigner(storage: storage)
        let services = Services(
            storage: storage,
            projects: ProjectRegistry(
                storage: storage,
                defaults: ProjectDefaults(profile: profile, rules: rules, authorizedDomains: authorizedDomains),
                signer: signer, seed: seed),
            signer: signer, defaultProject: ProjectID(rawValue: defaultProject), profile: profile,
            unknownKeys: unknownKeys, singleProject: singleProject, adminToken: adminToken, now: now,
            logger: logger, passwordHashes: passwordHashes,
            send: send, announce: announce, functions: finder, deliveries: deliveries)
        return ControlServices(services: services, journal: journal)
    }
}
