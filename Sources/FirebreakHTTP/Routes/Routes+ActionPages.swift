import FirebreakOperations
import HTTPTypes

/// The pages that action links lead to (email-actions.md section 7).
extension Route {
    static let actionPages: [Route] = [
        ("/emulator/action", "emulator.action"), ("/__/auth/action", "emulator.auth.action"),
    ].flatMap { path, id in
        [
            page(path, id) { try await ActionVisit($0).answer() },
            page(path, id) { try await ActionVisit($0).answer() }.with {
                $0.method = .post
                $0.isForm = true
            },
        ]
    }
}
