import FirebreakClient
package import FirebreakWire

/// Reads from Google's service: a few calls a second, each tried again where the service asks for that. It never changes
/// anything there.
package actor ServiceConnection: SettingsSource {
    package static let service = "https://identitytoolkit.googleapis.com"

    /// How it paces itself.
    package struct Pace: Sendable {
        /// Between the beginnings of two calls.
        package var interval: Duration
        /// Until an answer begins.
        package var timeLimit: Duration
        /// Before the second try; twice as long before each further one.
        package var firstRetry: Duration
        package var tries: Int
        /// The longest wait that the service can ask for.
        package var longestRetry: Duration

        /// - Parameters: As the properties; the defaults are five calls a second, and five tries within half a minute.
        package init(
            interval: Duration = .milliseconds(200), timeLimit: Duration = .seconds(30),
            firstRetry: Duration = .seconds(1), tries: Int = 5, longestRetry: Duration = .seconds(60)
        ) {
            self.interval = interval
            self.timeLimit = timeLimit
            self.firstRetry = firstRetry
            self.tries = tries
            self.longestRetry = longestRetry
        }
    }

    private struct Token {
        var value: String
        /// `nil` for one whose end is not known.
        var end: ContinuousClock.Instant?
    }

    /// As it was given, for messages.
    package nonisolated let address: String
    private let base: String
    private let project: String
    private let credentials: ServiceCredentials
    private var quotaProject: String?
    private let pace: Pace
    private let now: @Sendable () -> Int64
    private let connections = HTTPConnections(followsRedirects: false)
    private var token: Token?
    private var lastCall: ContinuousClock.Instant?

    /// The size limit of an answer: a page of a thousand accounts fits.
    private static let maximumAnswer = 64 << 20

    /// - Parameters:
    ///   - project: Whose settings are read.
    ///   - address: Of the service. One that is not Google's and has no path is an emulator, which has the service below
    ///     `/identitytoolkit.googleapis.com`.
    ///   - environment: For `GOOGLE_CLOUD_QUOTA_PROJECT`.
    ///   - now: Seconds since 1970.
    /// - Throws: ``ServiceFailure`` for an address that is none, or to which nobody's token must go.
    package init(
        project: String, at address: String = service, _ credentials: ServiceCredentials,
        environment: [String: String] = [:], pace: Pace = Pace(), now: @escaping @Sendable () -> Int64
    ) throws(ServiceFailure) {
        self.address = address
        base = try Self.base(of: address)
        self.project = project
        self.credentials = credentials
        quotaProject = credentials.quotaProject(reading: project, environment: environment)
        self.pace = pace
        self.now = now
    }

    /// What stands before the paths of the service.
    static func base(of address: String) throws(ServiceFailure) -> String {
        guard let url = AbsoluteURL(address), let host = url.host, url.query == nil, url.fragment == nil,
            url.scheme == "https" || url.scheme == "http"
        else { throw .usage("\(address) is not the address of a service, such as \(Self.service)") }
        guard url.scheme == "https" || LoopbackHost.contains(host) else {
            throw .usage("\(address) would get your credentials unencrypted; use https")
        }
        let trimmed = address.without(ending: "/")
        let isGoogle = host == "googleapis.com" || host.endsWithBytes(of: ".googleapis.com")
        return url.path == "/" && !isGoogle ? trimmed + "/identitytoolkit.googleapis.com" : trimmed
    }

    // MARK: Calls

    package func get(_ path: String, _ query: [(name: String, value: String)]) async throws -> JSON {
        let parameters = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        let target = base + path + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
        var isRenewed = false
        while true {
            let answer = try await answer(target)
            if (200..<300).contains(answer.status) {
                guard let document = try? JSON(parsing: answer.body), document.objectValue != nil else {
                    throw ServiceFailure.service(
                        "\(address) answered \(path) with something else than a JSON object, or with half of one")
                }
                return document
            }
            let refusal = ServiceRefusal(answer.status, answer.body)
            if refusal.status == 401, !isRenewed, try credentials.grant(at: now()) != nil {
                isRenewed = true
                token = nil
                continue
            }
            // A service account may not use a project's quota although it may read its settings.
            if refusal.isOfQuotaProject, quotaProject == project {
                quotaProject = nil
                continue
            }
            throw refusal
        }
    }

    private struct Answer {
        var status: Int
        var body: [UInt8]
        /// In seconds.
        var retryAfter: Int64?
    }

    private func answer(_ url: String) async throws -> Answer {
        let token = try await accessToken()
        var headers = [("authorization", "Bearer \(token)"), ("accept", "application/json")]
        if let quotaProject { headers.append(("x-goog-user-project", quotaProject)) }
        return try await trying(HTTPConnections.Call("GET", url, headers: headers, timeLimit: pace.timeLimit))
    }

    /// Makes a call until it is answered with something that will not change by itself.
    private func trying(_ call: HTTPConnections.Call) async throws -> Answer {
        var wait = pace.firstRetry
        for attempt in 1... {
            try await keepPace()
            let isLast = attempt >= pace.tries
            let answer: Answer
            do {
                answer = try await wholeAnswer(call)
            } catch {
                guard let reason = error is Late ? "the time is over" : HTTPConnections.reason(error) else {
                    throw CancellationError()
                }
                guard isLast else {
                    try await Task.sleep(for: wait)
                    wait *= 2
                    continue
                }
                throw ServiceFailure.service(
                    "\(host(of: call.url)) did not answer, \(attempt) times: \(reason); try again later")
            }
            guard [408, 429, 500, 502, 503, 504].contains(answer.status), !isLast else { return answer }
            let asked = answer.retryAfter.map { min(Duration.seconds(max(0, $0)), pace.longestRetry) }
            try await Task.sleep(for: asked ?? wait)
            wait *= 2
        }
        // The loop has no end.
        throw CancellationError()
    }

    /// An answer did not end in time.
    private struct Late: Error {}

    /// The limit of a call is until its answer begins; its end must not be waited for without one either.
    private func wholeAnswer(_ call: HTTPConnections.Call) async throws -> Answer {
        let connections = connections
        let limit = pace.timeLimit * 4
        return try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask {
                let begun = try await connections.begin(call)
                return Answer(
                    status: begun.status, body: try await begun.body(upTo: Self.maximumAnswer),
                    retryAfter: begun.retryAfter.flatMap(Int64.init))
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() ?? nil else { throw Late() }
            return answer
        }
    }

    private func keepPace() async throws {
        let clock = ContinuousClock()
        if let lastCall { try await clock.sleep(until: lastCall + pace.interval) }
        lastCall = clock.now
    }

    private func host(of url: String) -> String {
        guard let url = AbsoluteURL(url), let host = url.host else { return address }
        return url.port.map { "\(host):\($0)" } ?? host
    }

    // MARK: Tokens

    private func accessToken() async throws -> String {
        if case .token(let value) = credentials { return value }
        if let token, token.end.map({ $0 > ContinuousClock.now }) ?? true { return token.value }
        guard let grant = try credentials.grant(at: now()) else { throw CancellationError() }
        let answer = try await trying(
            HTTPConnections.Call(
                "POST", grant.url, headers: [("content-type", "application/x-www-form-urlencoded")],
                body: Array(
                    grant.form.map { "\($0.name)=\(FormURLEncoding.encode($0.value))" }.joined(separator: "&").utf8),
                timeLimit: pace.timeLimit))
        let document = try? JSON(parsing: answer.body)
        guard answer.status == 200, let value = document?["access_token"]?.stringValue?.nonEmpty else {
            throw refusal(of: grant.url, answer.status, document)
        }
        let seconds = min(max(document?["expires_in"]?.integerValue ?? 3600, 0), 86_400)
        // A minute earlier than it ends, so that it lasts for a slow call.
        token = Token(value: value, end: ContinuousClock.now + .seconds(max(seconds - 60, 1)))
        return value
    }

    private func refusal(of url: String, _ status: Int, _ document: JSON?) -> ServiceFailure {
        let code = document?["error"]?.stringValue?.visible
        if code == "invalid_grant" {
            if case .user = credentials {
                return .credentials("your login has ended; run `gcloud auth application-default login` again")
            }
            return .credentials("the service account's key is not accepted: it was deleted, or the clock here is wrong")
        }
        let reason = code.map { " (\($0))" } ?? ""
        return .credentials(
            """
            \(host(of: url)) gives no access token: status \(status)\(reason). Log in again with \
            `gcloud auth application-default login`, or name other credentials
            """)
    }
}

/// What the service refused a call with.
package struct ServiceRefusal: Error, Sendable, Equatable {
    package let status: Int
    /// As the service worded it, on one line; empty if it did not.
    package let message: String
    /// Such as `USER_PROJECT_DENIED`.
    let reason: String?

    package init(_ status: Int, _ body: [UInt8]) {
        self.status = status
        let error = (try? JSON(parsing: body))?["error"]
        message = String((error?["message"]?.stringValue ?? "").visible.prefix(300))
        reason = (error?["details"]?.arrayValue ?? []).lazy.compactMap { $0["reason"]?.stringValue }.first
    }

    /// Whether the caller may not use the project that the quota is of.
    var isOfQuotaProject: Bool { status == 403 && reason == "USER_PROJECT_DENIED" }
}
