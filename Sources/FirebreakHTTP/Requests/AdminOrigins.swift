import FirebreakOperations
import FirebreakWire
import HTTPTypes
import Logging

extension Exchange {
    /// Rule `adminOrigins`: pages of origins that are not authorized may not act as an admin.
    func checkOrigin(_ settings: ProjectSettings) throws(WireError) {
        guard settings.rules.adminOrigins == .authorized, let header = headers[.origin], header != origin else {
            return
        }
        guard let url = AbsoluteURL(header), AuthorizedDomain.lists(url, settings) else {
            services.logger.warning(
                """
                a page of \(header) may not act as an admin of project \(settings.project): add its host to \
                authorizedDomains of the project's configuration, or set rule adminOrigins to any
                """)
            throw .adminOriginNotAllowed.because(.rule(name: "adminOrigins", value: "authorized", other: "any"))
        }
    }
}
