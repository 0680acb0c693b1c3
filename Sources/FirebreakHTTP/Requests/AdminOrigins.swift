import FirebreakOperations
import FirebreakWire
import HTTPTypes
import Logging

extension Exchange {
    /// Rule `adminOrigins`: pages of origins that are not authorized may not act as an admin (firebreak.md section 4.8).
    func checkOrigin(_ settings: ProjectSettings) throws(WireError) {
        guard settings.rules.adminOrigins == .authorized,
            let objection = guardian.objectionToAdmin(headers, from: source)
        else { return }
        let reason = Reason.rule(name: "adminOrigins", value: "authorized", other: "any")
        switch objection {
        case .host(let host):
            services.logger.warning(
                """
                nobody may act as an admin of project \(settings.project) at \(host.excerpt), which a page of the web may \
                have as its own name: call by an address or a local name, start the server with --public-url, or set \
                rule adminOrigins to any
                """)
            throw .adminHostNotAllowed.because(reason)
        case .origin(let origin):
            if let url = AbsoluteURL(origin), AuthorizedDomain.lists(url, settings) { return }
            services.logger.warning(
                """
                a page of \(origin.excerpt) may not act as an admin of project \(settings.project): add its host to \
                authorizedDomains of the project's configuration, or set rule adminOrigins to any
                """)
            throw .adminOriginNotAllowed.because(reason)
        }
    }
}
