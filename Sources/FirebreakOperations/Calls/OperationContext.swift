package import FirebreakStore
package import FirebreakWire

/// One request, after its credentials, project and tenant have been determined.
///
/// A class, because it is passed from function to function, and each copy would have to count its many references.
package final class OperationContext: Sendable {
    package enum Caller: Sendable, Equatable {
        /// A client with an API key: an app.
        case apiKey
        /// An accepted Bearer token: full rights.
        case admin
        /// An endpoint that requires no credential.
        case anybody
    }

    /// What the request says about the client.
    package struct Client: Sendable, Equatable {
        package var version: String?
        package var userAgent: String?
        package var apiKey: String?
        package var ip: String?
        /// `X-Firebase-Locale` header; of a page that causes a message, its own language.
        package var locale: String?
        /// `Origin` header: the web page that calls.
        package var origin: String?
        /// `X-Ios-Bundle-Identifier` header: the app that calls.
        package var bundleID: String?

        package init() {}

        /// As the outbox records it.
        var document: JSON {
            var document = JSON.emptyObject
            document["clientVersion"] = version.map(JSON.string)
            document["userAgent"] = userAgent.map(JSON.string)
            document["apiKey"] = apiKey.map(JSON.string)
            document["ip"] = ip.map(JSON.string)
            return document
        }
    }

    package let services: Services
    package let project: Project
    package let settings: EffectiveSettings
    package let caller: Caller
    package let client: Client
    /// Scheme, host and port under which the client reached this server.
    package let origin: String
    /// The request's ID token, which was decoded to find the tenant.
    package let idToken: PresentedToken?
    /// The time of the whole request, by the project's clock.
    package let now: Timestamp
    /// Gets what becomes known about the request.
    package let record: RequestRecord

    package init(
        services: Services, project: Project, settings: EffectiveSettings, caller: Caller, client: Client,
        origin: String,
        idToken: PresentedToken? = nil, record: RequestRecord? = nil
    ) {
        self.services = services
        self.project = project
        self.settings = settings
        self.caller = caller
        self.client = client
        self.origin = origin
        self.idToken = idToken
        self.record = record ?? RequestRecord(settings.profile)
        now = settings.project.clock.time(at: services.now())
    }

    package var profile: Profile { settings.profile }
    package var rules: Rules { settings.rules }
    package var isAdmin: Bool { caller == .admin }
    package var tenant: TenantID? { settings.tenantID }
    package var projectID: ProjectID { project.id }
    /// The project's source of random values.
    package var random: RandomSource { project.random }

    /// Reads in the request's project and tenant.
    package func read<Value: Sendable>(_ body: @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await project.read(tenant: tenant, body)
    }

    /// The same for what looks at all accounts: see ``Project/readAside(tenant:_:)``.
    func readAside<Value: Sendable>(_ body: @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await project.readAside(tenant: tenant, body)
    }

    /// Reads, decides and changes in one transaction.
    package func write<Value: Sendable>(_ body: @Sendable (Transaction) throws -> Value) async throws -> Value {
        let destinations = await destinations()
        return try await project.write(
            tenant: tenant, at: now,
            { tx in
                tx.destinations = destinations
                return try body(tx)
            }
        ) { effects in
            if !effects.deliveries.isEmpty { services.deliveries.wake(projectID, effects.deliveries) }
            if !effects.messages.isEmpty { record.update { $0.messages += effects.messages.map(\.seq) } }
            for message in effects.messages { message.log(to: services.logger) }
            if !effects.accountEvents.isEmpty {
                services.announce(
                    effects.accountEvents.flatMap { event in
                        listener(for: event.kind, of: event.tenant).map {
                            AccountEventMessage(event: event, project: projectID, profile: profile, now: now)
                                .requests(to: $0, random)
                        } ?? []
                    })
            }
        }
    }

    /// Where messages of this call go besides the outbox; empty without rule `messageWebhook` and a mail server.
    private func destinations() async -> [MessageDestination] {
        let destinations = services.deliveries.destinations(of: projectID, rules)
        if !destinations.isEmpty { await services.noteDeliveries(of: projectID) }
        return destinations
    }

    /// The first check of nearly every method: the tenant's `disableAuth`.
    func requireEnabled() throws(WireError) {
        guard settings.isDisabled else { return }
        throw .tenantDisabled.because(.setting(.tenant))
    }

    /// For the journal: why an answer shows a failure in words of its own.
    func noteReason(of error: WireError) {
        if let reason = error.reason { record.update { $0.reason = reason } }
    }

    /// The same call as seen by another tenant of the project.
    package func scoped(to settings: EffectiveSettings) -> OperationContext {
        OperationContext(
            services: services, project: project, settings: settings, caller: caller, client: client, origin: origin,
            idToken: idToken, record: record)
    }
}

extension OperationContext {
    /// By what the project's messages are judged.
    var moment: OutboxMoment { settings.project.expiryMoment(at: now) }

    /// Whether the time of a message's code is over.
    package func isExpired(_ message: Message) -> Bool { message.isExpired(at: moment) }

    /// Refuses a flow whose time is over.
    ///
    /// - Parameter lifetime: The name of its lifetime in rule `lifetimes`.
    /// - Throws: The error, with the reason.
    func checkExpiry(of flow: Flow, _ lifetime: String, _ error: WireError) throws(WireError) {
        guard flow.isExpired(at: now), let end = flow.expiresAt else { return }
        throw error.because(.expired(lifetime: lifetime, at: end))
    }

    /// The language of messages that this call sends.
    var messageLocale: String {
        client.locale.flatMap(Language.init(matching:))?.rawValue ?? settings.project.defaultLocale
    }

    /// `lang` of the links in them: what the request asks for, whether or not there are texts in that language
    /// (production.md section 4).
    var linkLocale: String { client.locale?.nonEmpty ?? settings.project.defaultLocale }
}
