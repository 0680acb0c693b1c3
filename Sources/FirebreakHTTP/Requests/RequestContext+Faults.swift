import FirebreakControl
import FirebreakDiscovery
import FirebreakModel
import FirebreakOperations
import FirebreakWire
import HTTPTypes
import ServiceLifecycle

extension RequestContext {
    /// Lets the fault act that takes this call, if there is one (firebreak.md section 11).
    ///
    /// - Throws: What the fault does in place of the operation: a ``WireError``, a ``FaultAnswer`` or a
    ///   ``ConnectionFault``.
    func applyFault(
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
        case .error:
            let name = fault.definition.error ?? ""
            throw ErrorCatalogue.error(named: name, of: quoted(settings)) ?? .internalError
        case .status: throw FaultAnswer(fault)
        case .dropBefore: throw ConnectionFault.drop
        case .dropAfter: record.update { $0.dropsAnswer = true }
        case .hang: throw ConnectionFault.hang
        default: break
        }
    }

    /// What an error may quote of the call (production.md section 1.3).
    private func quoted(_ settings: ProjectSettings) -> QuotedCall {
        let host = route.host == .secureToken ? Route.Host.secureToken : .identityToolkit
        var call = QuotedCall(
            service: host.rawValue, method: OperationName.remoteMethod(of: route.operation),
            projectNumber: settings.projectNumber)
        if let referrer = headers[.referer]?.nonEmpty { call.referrer = referrer }
        if let bundleID = headers.value(.iOSBundleIdentifier)?.nonEmpty { call.bundleID = bundleID }
        if let name = headers.value(.androidPackage)?.nonEmpty { call.packageName = name }
        return call
    }
}

/// What a fault answers in place of the operation.
struct FaultAnswer: Error {
    /// As the definition says it; nothing reformats it. A text is the body as it is, any other value is sent as JSON.
    let response: RouteResponse

    init(_ fault: ActiveFault) {
        let (body, contentType): ([UInt8], String?) =
            switch fault.document["body"] {
            case nil: ([], nil)
            case .string(let text)?: (Array(text.utf8), RouteResponse.plainText)
            case let value?: (value.bytes, "application/json")
            }
        let status = HTTPResponse.Status(code: fault.definition.status ?? 500)
        var response = RouteResponse(status: status, contentType: nil, body: body)
        if let contentType { response.overrides[.contentType] = contentType }
        for header in fault.document["headers"]?.objectValue ?? [] {
            guard let name = HTTPField.Name(header.key), let value = header.value.stringValue else { continue }
            response.overrides[name] = value
        }
        self.response = response
    }
}

/// What a fault does to a connection in place of an answer.
enum ConnectionFault: Error, Sendable, Equatable {
    /// It is closed.
    case drop
    /// It stays open without an answer, until the client closes it or the server ends.
    case hang
}

extension HTTPField.Name {
    /// The fault that made or delayed an answer, or that lost or delayed a message of the call.
    static let firebreakFault = known("X-Firebreak-Fault")
}
