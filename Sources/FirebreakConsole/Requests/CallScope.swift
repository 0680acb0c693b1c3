import FirebreakModel
import FirebreakWire

/// Whose calls a page shows.
enum CallScope: Sendable {
    case project(ConsoleContext)
    /// Those of all projects, and those that found none.
    case everything

    var project: ConsoleContext? {
        if case .project(let context) = self { context } else { nil }
    }

    /// The list of calls.
    var path: ConsolePath { project?.path(.requests) ?? .requests }

    var stream: ConsolePath { .callStream(project?.project) }

    /// What cursors count.
    func position(_ call: JournalRecord) -> Int64 { project == nil ? call.id : call.seq }

    /// The page of a call: that of its project if it has one.
    func path(of call: JournalRecord) -> ConsolePath {
        let owner = project?.project ?? call.project.map(ProjectID.init(rawValue:))
        guard let owner else { return ConsolePath.requests.below(String(call.id)) }
        return ConsolePath(owner, .requests).below(String(call.seq))
    }
}
