import FirebreakHTTP
import FirebreakOperations
import FirebreakWire

/// Paths in the console. Every view has one, so that a failed test can print a link to what it saw.
struct ConsolePath: Sendable, Equatable {
    static let root = MountedConsole.root
    static let projects = "/firebreak/projects"
    static let session = "/firebreak/session"
    /// The list of projects.
    static let projectList = ConsolePath(text: projects)
    /// The calls of all projects.
    static let requests = ConsolePath(text: "/firebreak/requests")
    /// The catalogue of errors.
    static let errors = ConsolePath(text: "/firebreak/errors")

    /// As in a request line.
    private(set) var text: String

    private init(text: String) { self.text = text }

    /// A project's view.
    init(_ project: ProjectID, _ view: ConsoleView) {
        text = "\(Self.projects)/\(PercentEncoding.encodeComponent(project.rawValue))/\(view.rawValue)"
    }

    /// Where a project is made that does not exist yet.
    static func creation(of project: ProjectID) -> ConsolePath {
        ConsolePath(text: "\(projects)/\(PercentEncoding.encodeComponent(project.rawValue))/create")
    }

    /// What is below a path; each segment is encoded.
    func below(_ segments: String...) -> ConsolePath {
        var path = self
        for segment in segments { path.text += "/" + PercentEncoding.encodeComponent(segment) }
        return path
    }

    /// The path with a query; parameters without a value are left out.
    func with(_ parameters: [(name: String, value: String?)]) -> ConsolePath {
        var path = self
        for (name, value) in parameters {
            guard let value, !value.isEmpty else { continue }
            path.text +=
                (path.text.containsBytes(of: "?") ? "&" : "?") + name + "=" + PercentEncoding.encodeComponent(value)
        }
        return path
    }

    /// The path with the ID of what the page is scrolled to.
    func at(_ id: String) -> ConsolePath {
        var path = self
        path.text += "#" + PercentEncoding.encodeComponent(id)
        return path
    }

    /// What tells that a page of a project, or of all projects, may show something else.
    ///
    /// - Parameters:
    ///   - parts: What the page shows.
    ///   - position: That of these parts before the page was made.
    static func stream(_ project: ProjectID?, _ parts: Set<ChangeNotifier.Part>, after position: Int) -> ConsolePath {
        let place = project.map { "\(projects)/\(PercentEncoding.encodeComponent($0.rawValue))" } ?? "/firebreak"
        return ConsolePath(text: place + "/stream").with([
            ("parts", parts.map(\.rawValue).sorted().joined(separator: ".")), ("after", String(position)),
        ])
    }

    /// The same place in the control API: `outbox:stream` of a project, for example.
    static func control(_ project: ProjectID, _ rest: String) -> String {
        "/firebreak/v1/projects/\(PercentEncoding.encodeComponent(project.rawValue))/\(rest)"
    }
}

/// The views of a project in the console, as its navigation shows them.
enum ConsoleView: String, Sendable, CaseIterable {
    case outbox, accounts, requests, settings, state

    var title: String {
        switch self {
        case .outbox: "Outbox"
        case .accounts: "Accounts"
        case .requests: "Requests"
        case .settings: "Settings"
        case .state: "Time and state"
        }
    }
}
