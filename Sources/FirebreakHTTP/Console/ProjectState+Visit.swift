import FirebreakControl
import FirebreakModel
import FirebreakOperations
import FirebreakPages
import FirebreakWire

extension ProjectState {
    /// Of the project that is visited.
    init(_ visit: ConsoleVisit) async throws {
        let snapshots = try await visit.run(ListSnapshots.self).snapshots
        self.init(
            summary: try await visit.run(GetProject.self), snapshots: snapshots, faults: try await .init(visit),
            lifetimes: Lifetimes(visit.call.settings.rules),
            hasFixtures: !visit.call.control.fixtures.parts(of: visit.project).isEmpty,
            freeSnapshotName: Self.freeName(besides: snapshots),
            freeProjectID: try await Self.freeProjectID(like: visit.project, visit.call.services))
    }

    private static func freeName(besides snapshots: [SnapshotEntry]) -> String {
        let taken = Set(snapshots.map(\.name))
        let names = (1...taken.count + 1).lazy.map { "snapshot-\($0)" }
        return names.first { !taken.contains($0) } ?? ""
    }

    private static let maximumAttempts = 20

    /// - Returns: Nothing if the first few are taken: then the reader has names of their own.
    private static func freeProjectID(like project: ProjectID, _ services: Services) async throws -> String {
        for number in 1...maximumAttempts {
            let id = ProjectID(rawValue: "\(project)-copy" + (number == 1 ? "" : "-\(number)"))
            guard id.isValid else { return "" }
            if try await !services.projects.project(id).exists { return id.rawValue }
        }
        return ""
    }
}

extension ProjectState.FaultSummary {
    init(_ visit: ConsoleVisit) async throws { self.init(try await visit.run(ListFaults.self).faults) }
}

extension ProjectState.Lifetimes {
    init(_ rules: Rules) {
        let lifetimes = rules.lifetimes
        let entries: [(name: String, seconds: Int64?)] = [
            ("sign-in links", lifetimes.emailSignIn), ("password resets", lifetimes.passwordReset),
            ("verifications", lifetimes.verifyEmail), ("SMS codes", lifetimes.smsCode),
            ("ID tokens", lifetimes.idToken + Rules.Lifetimes.idTokenTolerance),
        ]
        self.init(
            entries.compactMap { entry in entry.seconds.map { (entry.name, $0) } }, expires: rules.expiry == .on)
    }
}
