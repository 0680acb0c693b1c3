package import FirebreakWire
import Logging

/// The check of URLs that the service redirects users to (production.md section 2, firebreak.md section 3).
package enum AuthorizedDomain {
    /// Whether links and pages may go to this URL: it is listed, or the project does not enforce its list.
    ///
    /// - Parameter apps: As in ``lists(_:_:apps:)``.
    package static func allows(_ url: AbsoluteURL, _ settings: ProjectSettings, apps: [String] = []) -> Bool {
        !settings.enforcesAuthorizedDomains || lists(url, settings, apps: apps)
    }

    /// Whether the URL's scheme is allowed, and its host is listed exactly, in either form of an international
    /// name, or all hosts are (`*`). Ports are ignored.
    ///
    /// - Parameter apps: Bundle IDs and package names given in the request, whose schemes are allowed as well.
    package static func lists(_ url: AbsoluteURL, _ settings: ProjectSettings, apps: [String] = []) -> Bool {
        guard RedirectScheme.allows(url, apps: apps), let host = url.host else { return false }
        return settings.authorizedHosts.contain(host)
    }

    /// Whether an app on this page may sign users in. As SDKs ask before they open a pop-up, that is so on every
    /// sub-domain of a listed domain as well, and with any scheme that has a host (clients.md section 7.3).
    static func allows(page url: AbsoluteURL, _ settings: ProjectSettings) -> Bool {
        guard let host = url.host else { return false }
        return settings.authorizedHosts.containDomain(of: host)
    }

    /// Why a URL is refused.
    ///
    /// - Parameter apps: As in ``allows(_:_:apps:)``.
    package static func reason(_ url: AbsoluteURL, _ settings: ProjectSettings, apps: [String] = []) -> Reason {
        guard RedirectScheme.allows(url, apps: apps), let host = url.host else { return .appScheme(url.scheme) }
        return .unauthorizedDomain(host: host, allowed: settings.authorizedDomains)
    }

    /// The same for an app on this page, which may have any scheme (``allows(page:_:)``).
    static func reason(page url: AbsoluteURL, _ settings: ProjectSettings) -> Reason {
        guard let host = url.host else { return .appScheme(url.scheme) }
        return .unauthorizedDomain(host: host, allowed: settings.authorizedDomains)
    }

    /// Logs which domain to add and where, because the response contains only the code.
    static func logRefusal(of url: AbsoluteURL, because reason: Reason, _ call: OperationContext) {
        let problem =
            if case .appScheme(let scheme) = reason {
                """
                a URL with the scheme \(scheme) is followed only where the request names the app that has this scheme, \
                and its host is an authorized domain of project \(call.projectID)
                """
            } else {
                """
                \(url.host ?? url.text) is not an authorized domain of project \(call.projectID): add it to \
                authorizedDomains of the project's configuration
                """
            }
        call.services.logger.warning(
            "\(problem)",
            metadata: [
                "project.id": .string(call.projectID.rawValue), "url.host": .string(url.host ?? ""),
                "authorizedDomains": .string(call.settings.project.authorizedDomains.joined(separator: " ")),
            ])
    }

    /// Checks entries of `authorizedDomains` as they are written to the configuration.
    ///
    /// - Throws: `INVALID_AUTHORIZED_DOMAIN` for an empty entry or one that is not a bare host name; `*` is allowed
    ///   outside profile `production`.
    package static func check(entries: [String], _ profile: Profile) throws(WireError) {
        for entry in entries {
            guard !entry.isEmpty else { throw .emptyAuthorizedDomain }
            if entry == "*", profile.behavior.allowsAnyDomain { continue }
            guard isHostName(entry) else { throw .invalidAuthorizedDomain(entry) }
        }
    }

    private static func isHostName(_ entry: String) -> Bool {
        if let address = entry.rest(afterBytes: "[")?.rest(beforeBytes: "]") {
            return address.utf8.allSatisfy { Hex.value($0) != nil || ":.".utf8.contains($0) }
        }
        return entry.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && !":/*?#@\\[]\"<>^|%".unicodeScalars.contains(scalar)
        }
    }
}

/// The hosts of a list of domains, in the form in which URLs have them.
///
/// To convert an international name takes microseconds, and a list may have tens of thousands, so it is done once for each
/// list, and a check looks up the host. The settings have it (``ProjectSettings/authorizedHosts``).
final class AuthorizedHosts: Sendable {
    /// Whether all hosts are listed (`*`).
    let areAll: Bool
    private let names: Set<ExactText>
    /// Bytes of the longest name: what is longer is not listed.
    private let maximumBytes: Int

    /// - Parameters:
    ///   - entries: In lower case.
    ///   - ascii: Converts an entry; `nil` for what is not a host.
    init(_ entries: [String], ascii: (String) -> String? = InternationalDomain.ascii) {
        areAll = entries.contains { $0 == "*" }
        names = Set(entries.map { ExactText(ascii($0) ?? $0) })
        maximumBytes = names.map(\.rawValue.utf8.count).max() ?? 0
    }

    /// Whether the host of a URL is listed.
    func contain(_ host: String) -> Bool { areAll || names.contains(ExactText(host)) }

    /// Whether the host of a URL is listed, or a domain that it is in.
    func containDomain(of host: String) -> Bool {
        guard !areAll else { return true }
        var domain = host[...]
        while true {
            if domain.utf8.count <= maximumBytes, names.contains(ExactText(String(domain))) { return true }
            guard let dot = domain.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
            domain = domain[domain.utf8.index(after: dot)...]
        }
    }
}
