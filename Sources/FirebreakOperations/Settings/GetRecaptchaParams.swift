import FirebreakWire

/// reCAPTCHA parameters: texts that are obviously not real ones (accounts.md section 14).
package enum GetRecaptchaParams: APIOperation {
    package struct Response: Encodable, Sendable {
        var kind = "identitytoolkit#GetRecaptchaParamResponse"
        var recaptchaStoken =
            "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
        var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"
        var producerProjectNumber: String?
    }

    package static func run(_ request: NoParameters, _ call: Call) async throws -> Response {
        Response(producerProjectNumber: call.profile == .production ? call.settings.project.projectNumber : nil)
    }
}
