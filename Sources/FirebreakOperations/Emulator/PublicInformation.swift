import FirebreakWire

/// The project's public configuration (accounts.md section 14).
package enum GetProjects: APIOperation {
    package struct Response: Encodable, Sendable {
        var projectId: String
        var authorizedDomains: [String]
    }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Response {
        let settings = call.scope.project
        // Reference: one constant list, until the project has a list of its own.
        let isUnchanged = settings.profile.isReference && settings.config["authorizedDomains"] == nil
        return Response(
            projectId: settings.projectNumber,
            authorizedDomains: isUnchanged ? ["localhost"] : settings.authorizedDomains)
    }
}

/// reCAPTCHA parameters: texts that nobody can take for real ones (accounts.md section 14).
package enum GetRecaptchaParams: APIOperation {
    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#GetRecaptchaParamResponse"
        var recaptchaStoken =
            "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
        var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"
        var producerProjectNumber: String?
    }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Response {
        Response(producerProjectNumber: call.profile == .production ? call.scope.project.projectNumber : nil)
    }
}
