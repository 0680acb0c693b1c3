public import FirebreakClient
import FirebreakHTTP
import FirebreakWire
import HTTPTypes

/// The way to an emulator in the same process: its answers are those that it gives over its socket, and it needs none.
public struct InProcessTransport: Transport {
    private let responder: EmulatorResponder
    private let workers: WorkerExecutor
    private let controlToken: String?

    /// The way to an emulator, whether it listens yet or not.
    public init(_ emulator: Emulator) {
        responder = emulator.responder
        workers = emulator.workers
        controlToken = emulator.controlToken
    }

    /// Makes one call. Its time limit does not count: no network can hold it up.
    @concurrent
    public func send(_ request: ControlRequest) async throws(FirebreakFailure) -> ControlReply {
        let headers = headers(of: request)
        let method = HTTPRequest.Method(rawValue: request.method.rawValue) ?? .get
        let reply: ControlReply
        do {
            // Not on the threads that everything else of the process needs, nor on the caller's.
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
    /// One of its projects, for as long as the emulator lasts. It is reached without a socket, so that it can be read and
    /// changed while the emulator runs, and before.
    ///
    /// What ``run()`` does first, such as applying the fixtures, has not been done before it runs.
    public func project(_ id: String) -> FirebreakProject { FirebreakProject(id, at: InProcessTransport(self)) }
}
