import FirebreakWire

/// The groups of operations in the API description.
enum APITag: String, CaseIterable {
    case accounts
    case projects
    case v1
    case v2
    case secureToken
    case relyingparty
    case emulator
    case control

    var description: String {
        switch self {
        case .accounts: "Signing up, signing in, and what a user does with the own account"
        case .projects: "Administration of accounts, tenants and configuration"
        case .v1: "Settings and keys, version 1"
        case .v2: "Settings and keys, version 2"
        case .secureToken: "Refreshing and verifying tokens"
        case .relyingparty: "Legacy names of version 3"
        case .emulator: "The emulator's own endpoints"
        case .control: "Control of this server: projects, outbox, clock, faults"
        }
    }

    init(of route: DescribedRoute) {
        let segments = route.path.separated(by: "/")
        switch route.host {
        case _ where route.credential == .control: self = .control
        case nil: self = segments.first == "firebreak" ? .control : .emulator
        case "identitytoolkit.googleapis.com":
            // The bare collection `/v1/projects` is the public configuration, not administration.
            switch segments.dropFirst().first?.prefix(while: { $0 != ":" }) {
            case "accounts": self = .accounts
            case "projects" where segments.count > 2: self = .projects
            default: self = segments.first == "v2" ? .v2 : .v1
            }
        default: self = segments.contains("relyingparty") ? .relyingparty : .secureToken
        }
    }
}
