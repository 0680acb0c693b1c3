import FirebreakControl
import FirebreakDiscovery
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import ServiceLifecycle

extension Exchange {
    /// Lets the fault act that takes this call, if there is one (firebreak.md section 11).
    ///
    /// - Throws: What the fault does in place of the operation: a ``WireError``, a ``FaultAnswer`` or a
    ///   ``ConnectionFault``.
    func undergo(
        _ faults: FaultTable, in project: Project, _ settings: ProjectSettings, _ subject: some FaultSubject
    ) async throws {
        let now = settings.clock.time(at: services.now())
        guard let fault = try await faults.fault(on: route.operation, subject, in: project, at: now) else { return }
        record.note(fault)
        if let delay = fault.delay {
            // A server that ends does not wait for it.
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: .milliseconds(delay)) }
        }
        switch fault.effect {
        case .error(let name): throw ErrorCatalogue.error(named: name, of: quoted(settings)) ?? .internalError
        case .answer(let answer): throw answer
        case .drop(isAfter: false): throw ConnectionFault.drop
        case .drop(isAfter: true): record.update { $0.dropsAnswer = true }
        case .hang: throw ConnectionFault.hang
        case .delayOnly, .lose, .deliverLate: break
        }
    }

    /// What an error may quote of the call (production.md section 1.3).
    private func quoted(_ settings: ProjectSettings) -> WireError.QuotedCall {
        let host = route.host == .secureToken ? Route.Host.secureToken : .identityToolkit
        var call = WireError.QuotedCall(
            service: host.rawValue, method: OperationName.remoteMethod(of: route.operation),
            projectNumber: settings.projectNumber)
        if let referrer = headers[.referer]?.nonEmpty { call.referrer = referrer }
        if let bundleID = headers.value(.iOSBundleIdentifier)?.nonEmpty { call.bundleID = bundleID }
        if let name = headers.value(.androidPackage)?.nonEmpty { call.packageName = name }
        return call
    }
}

extension HTTPField.Name {
    fileprivate static let androidPackage = HTTPField.Name("X-Android-Package") ?? .via
}
