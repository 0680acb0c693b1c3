public import FirebreakClient
import FirebreakHTTP
import FirebreakWire
import HTTPTypes

/// Reaches an emulator in the same process: its answers are the same as over its socket, but no socket is needed.
public struct InProcessTransport: Transport {
    private let responder: EmulatorResponder
    private let workers: WorkerExecutor
    private let controlToken: String?

    /// Reaches an emulator, whether it listens or not.
    public init(_ emulator: Emulator) {
        responder = emulator.responder
        workers = emulator.workers
        controlToken = emulator.controlToken
    }

    /// Makes one call. Its time limit is ignored, because no network is involved.
    @concurrent
    public func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        let headers = headers(of: request)
        let method = HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get
        let reply: ControlReply
        do {
            // Neither on the shared threads, which the rest of the process needs, nor on the caller's.
            reply = try await withTaskExecutorPreference(workers) {
                let answer = try await responder.perform(
                    method, request.target, headers: headers, body: request.body)
                return ControlReply(status: answer.status.code, body: answer.body)
            }
        } catch {
            throw FirebreakFailure(.unreachable, "The emulator did not answer: \(error)")
        }
        if Task.isCancelled, !reply.isSuccess { throw .wasCancelled }
        return reply
    }

    private func headers(of request: ControlRequest) -> HTTPFields {
        var headers = HTTPFields()
        for header in request.headers {
            if let name = HTTPField.Name(header.name) { headers.append(HTTPField(name: name, value: header.value)) }
        }
        if let controlToken { headers[.authorization] = "Bearer \(controlToken)" }
        return headers
    }
}

extension Emulator {
    /// One of its projects, for as long as the emulator exists. It is reached without a socket, so that it can be read
    /// and changed before the emulator runs and while it does.
    ///
    /// The first steps of ``run()``, such as applying the fixtures, have not been done before it runs.
    public func project(_ id: String) -> FirebreakProject { FirebreakProject(id, at: InProcessTransport(self)) }
}
