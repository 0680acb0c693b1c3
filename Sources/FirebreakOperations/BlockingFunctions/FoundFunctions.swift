import FirebreakStore
package import FirebreakWire

/// What a Functions emulator has for the accounts of projects (blocking-functions.md section 8).
package struct FoundFunctions: Sendable, Equatable {
    package struct Trigger: Sendable, Hashable {
        /// A ``BlockingEvent``, or the end of the type of an account event: `user.create` or `user.delete` of the 1st
        /// generation, `user.v2.created` or `user.v2.deleted` of the 2nd.
        package var event: String
        package var region: String
        package var name: String
        /// The tenant whose accounts it waits for, empty for the project's own; `nil` for all.
        package var tenant: String?

        package init(event: String, region: String, name: String, tenant: String? = nil) {
            self.event = event
            self.region = region
            self.name = name
            self.tenant = tenant
        }

        /// Whether it waits for accounts of a tenant; `nil` is the project itself.
        fileprivate func waits(for tenant: TenantID?) -> Bool {
            self.tenant.map { $0 == tenant?.rawValue ?? "" } ?? true
        }
    }

    /// Scheme, host and port of the emulator.
    package var origin: String
    /// In the emulator's order.
    package var triggers: [Trigger]
    /// `forwardInboundCredentials`, as a configuration has it.
    package var forwarded: JSON
    /// Whether the emulator answered when it was last asked.
    package var isReachable = true

    package init(origin: String, triggers: [Trigger], forwarded: JSON) {
        self.origin = origin
        self.triggers = triggers
        self.forwarded = forwarded
    }

    /// The function that is called for an event; of several the last one, which the CLI would have registered last.
    package func trigger(for event: BlockingEvent) -> Trigger? { triggers.last { $0.event == event.rawValue } }

    /// The functions that a project has by this, as its configuration would have them.
    func blockingFunctions(of project: ProjectID, _ profile: Profile) -> BlockingFunctionSettings {
        let id = PercentEncoding.encodeComponent(project.rawValue)
        var members = JSON.emptyObject
        for event in BlockingEvent.known(to: profile) {
            guard let trigger = trigger(for: event) else { continue }
            members[event.rawValue] = ["functionUri": .string("\(origin)/\(id)/\(trigger.region)/\(trigger.name)")]
        }
        return BlockingFunctionSettings(
            ["triggers": members, "forwardInboundCredentials": forwarded], areFound: true)
    }

    /// Whether a function is called for a project, and no other one for the same event.
    package func calls(_ trigger: Trigger, _ settings: ProjectSettings) -> Bool {
        guard let event = BlockingEvent(rawValue: trigger.event) else { return settings.rules.accountEvents == nil }
        return BlockingEvent.known(to: settings.profile).contains(event)
            && settings.blockingFunctions.functions[event] == nil && self.trigger(for: event) == trigger
    }

    /// Where events of a kind are posted about accounts of a tenant; `nil` if no function waits for them.
    func listener(for kind: AccountEvent.Kind, of tenant: TenantID?) -> AccountEventListener? {
        let events = triggers.filter { $0.waits(for: tenant) }.map(\.event)
        var forms: [AccountEventListener.Form] = []
        if events.contains(kind.name) { forms.append(.firstGeneration) }
        if events.contains(kind.cloudEventName) { forms.append(.structured) }
        let url = origin + "/functions/projects/{project}/trigger_multicast"
        return forms.isEmpty ? nil : AccountEventListener(url: url, forms: forms)
    }
}

/// Finds what a Functions emulator has.
package protocol FunctionsFinder: Sendable {
    /// What it has now; it is asked, unless that was done just before.
    func current() async -> FoundFunctions?

    /// What it had when it was last asked; `nil` if it never answered.
    var latest: FoundFunctions? { get }
}

extension OperationContext {
    /// The blocking functions that this call may have to ask: those of the project's configuration, and for other events
    /// those of the Functions emulator.
    func blockingFunctions() async -> BlockingFunctionSettings {
        let own = settings.project.blockingFunctions
        guard let found = await services.functions?.current() else { return own }
        return own.supplemented(with: found.blockingFunctions(of: projectID, profile))
    }

    /// Lets ``listener(for:of:)`` know what the Functions emulator has, for a call that asks no blocking function.
    func findListeners() async {
        guard rules.accountEvents == nil else { return }
        _ = await services.functions?.current()
    }

    /// Where events of a kind are posted about accounts of a tenant; `nil` if they are not.
    func listener(for kind: AccountEvent.Kind, of tenant: TenantID?) -> AccountEventListener? {
        rules.accountEvents?.listener ?? services.functions?.latest?.listener(for: kind, of: tenant)
    }
}
