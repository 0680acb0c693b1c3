package import FirebreakWire
import Logging

/// The check of URLs that the service would send people to (production.md section 2, product.md section 3).
package enum AuthorizedDomain {
    /// Whether links may return to this URL: its host is listed exactly, or everything is (`*`). Ports do not count.
    package static func allows(_ url: AbsoluteURL, _ settings: ProjectSettings) -> Bool {
        guard let host = url.host else { return false }
        return settings.authorizedDomains.contains { $0 == "*" || $0 == host }
    }

    /// Says in the log which domain to list where, because the wire carries the bare code.
    package static func logRefusal(of url: AbsoluteURL, _ call: Call) {
        call.services.logger.warning(
            """
            \(url.host ?? url.text) is not an authorized domain of project \(call.projectID): add it to \
            authorizedDomains of the project's configuration
            """,
            metadata: [
                "project.id": .string(call.projectID.rawValue), "url.host": .string(url.host ?? ""),
                "authorizedDomains": .string(call.scope.project.authorizedDomains.joined(separator: " ")),
            ])
    }

    /// Checks entries of `authorizedDomains` as they are written to the configuration.
    ///
    /// - Throws: `INVALID_AUTHORIZED_DOMAIN` for an empty entry or one that is not a bare host name; `*` is allowed
    ///   outside profile `production`.
    package static func check(entries: [String], _ profile: Profile) throws(WireError) {
        for entry in entries {
            guard !entry.isEmpty else { throw .emptyAuthorizedDomain }
            if entry == "*", profile != .production { continue }
            guard isHostName(entry) else { throw .invalidAuthorizedDomain(entry) }
        }
    }

    private static func isHostName(_ entry: String) -> Bool {
        if entry.hasPrefix("["), entry.hasSuffix("]") {
            return entry.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return entry.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && !":/*?#@\\[]\"<>^|%".unicodeScalars.contains(scalar)
        }
    }
}
