import FirebreakWire

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
