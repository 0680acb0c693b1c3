import FirebreakStore
package import FirebreakWire
import Logging

/// Calls blocking functions. No transaction may be open during a call (blocking-functions.md section 3).
enum BlockingFunction {
    typealias Function = BlockingFunctionSettings.Function

    /// Calls the function for an event about an account.
    ///
    /// - Throws: The error for the client if the function refuses or cannot be called.
    static func ask(
        _ event: BlockingEvent, _ function: Function, about account: Account, _ context: SignInContext,
        _ call: OperationContext
    ) async throws -> BlockingAnswer {
        let claims = try BlockingPayload.claims(event, function: function, about: account, context, call)
        let answer = try await ask(event, function, claims, call)
        do throws(WireError) { return try BlockingAnswer(answer, event, call.profile) } catch {
            throw error.because(function.reason(event, error == .functionAnswerNotJSON ? .notJSON : .notApplicable))
        }
    }

    /// Asks the function of the message's event whether it may be sent.
    ///
    /// - Returns: The error for the client if it may not; `nil` if it may.
    static func refusal(of message: GuardedMessage, by function: Function, _ call: OperationContext) async throws
        -> WireError?
    {
        let event = message.event
        let claims = BlockingPayload.claims(event, function: function, about: message, call)
        do {
            let answer = try await ask(event, function, claims, call)
            guard answer["recaptchaActionOverride"]?.stringValue == "BLOCK" else { return nil }
            // It overrides what reCAPTCHA says, which says nothing while it is off (production.md section 8.2).
            let recaptcha = call.settings.recaptcha
            let enforcement = event == .beforeSendEmail ? recaptcha.emailPassword : recaptcha.phone
            guard enforcement == .audit || enforcement == .enforce else { return nil }
            return .invalidRecaptchaToken.because(function.reason(event, .blocked))
        } catch let error as WireError {
            return error
        }
    }

    private static func ask(
        _ event: BlockingEvent, _ function: Function, _ claims: JSON, _ call: OperationContext
    ) async throws -> JSON {
        let url = function.url
        let token = try call.token(of: claims.bytes)
        let body: JSON = ["data": ["jwt": .string(token)]]
        let request = OutgoingRequest(
            url: url, body: body.bytes, timeout: call.behavior.functionDeadline,
            followsRedirects: call.behavior.followsRedirectsOfFunctions)
        let response: OutgoingRequest.Response
        do throws(OutgoingRequest.Failure) {
            response = try await call.services.send(request)
        } catch {
            call.services.logger.warning(
                "A blocking function gave no answer that can be used: \(error)",
                metadata: ["function.url": .string(url), "project.id": .string(call.projectID.rawValue)])
            let outcome = Reason.FunctionOutcome(error, deadline: request.timeout)
            throw failure(error, url).because(function.reason(event, outcome))
        }
        guard (200..<300).contains(response.status) else { throw refusal(response, event, function) }
        guard let answer = try? JSON(parsing: response.body, huge: call.behavior.hugeClaims) else {
            throw WireError.functionAnswerNotJSON.because(function.reason(event, .notJSON))
        }
        return answer
    }

    private static func failure(_ failure: OutgoingRequest.Failure, _ function: String) -> WireError {
        switch failure {
        case .timedOut: .functionDeadlineExceeded(url: function)
        case .unreachable, .interrupted, .tooLarge:
            .functionUnreachable(url: function, reason: failure.description)
        }
    }

    /// Production distinguishes a refusal from a failure by the status (production.md section 8.2).
    private static func refusal(
        _ response: OutgoingRequest.Response, _ event: BlockingEvent, _ function: Function
    ) -> WireError {
        let body = String(decoding: response.body, as: UTF8.self)
        guard response.status != 429, response.status < 500 else {
            return .functionFailed(url: function.url, status: response.status, body: body)
                .because(function.reason(event, .failed(status: response.status)))
        }
        // A body that is not JSON says nothing that can be quoted.
        let message = (try? JSON(parsing: response.body))?[path: "error.message"]?.stringValue?.nonEmpty
        return .functionRefused(url: function.url, status: response.status, body: body)
            .because(function.reason(event, .refused(status: response.status, message: message)))
    }
}

extension BlockingFunctionSettings.Function {
    /// Why a call is refused that it had a say in.
    fileprivate func reason(_ event: BlockingEvent, _ outcome: Reason.FunctionOutcome) -> Reason {
        .blockingFunction(event: event.rawValue, url: url, isFound: isFound, outcome)
    }
}

extension Reason.FunctionOutcome {
    /// - Parameters:
    ///   - failure: Why there is no answer.
    ///   - deadline: How long it was waited for, in milliseconds.
    fileprivate init(_ failure: OutgoingRequest.Failure, deadline: Int64) {
        self =
            switch failure {
            case .timedOut: .timedOut(seconds: deadline / 1000)
            case .unreachable(let reason): .unreachable(reason)
            case .interrupted(let reason): .interrupted(reason)
            case .tooLarge: .tooLarge(maximum: OutgoingRequest.maximumResponse)
            }
    }
}

/// The events for which a blocking function can be called (blocking-functions.md).
package enum BlockingEvent: String, Sendable, CaseIterable {
    case beforeCreate
    case beforeSignIn
    case beforeSendEmail
    case beforeSendSms

    /// Events that can be configured. The reference refuses the names of the newer two.
    package static func known(to profile: Profile) -> [BlockingEvent] {
        profile.isReference ? [.beforeCreate, .beforeSignIn] : allCases
    }
}

/// What a blocking function learns about a sign-in besides the account (blocking-functions.md section 3).
package struct SignInContext: Sendable {
    /// `sign_in_method`: `password`, `emailLink`, `phone` or an identity provider's ID.
    package var method: String
    /// `sign_in_second_factor`: `phone` or `totp`.
    package var secondFactor: String?
    /// The identity provider's profile of the user, as JSON text.
    var rawUserInfo: String?
    /// The attributes of a SAML response, or the further claims of an OpenID Connect provider.
    package var attributes: JSON?
    /// The provider's entry as the function sees it, if it differs from the one that is stored.
    var identity: FederatedIdentity?
    var accessToken: String?
    package var idToken: String?
    var refreshToken: String?
    var tokenSecret: String?

    init(method: String) { self.method = method }
}

/// A message that a blocking function may stop.
enum GuardedMessage: Sendable {
    enum EmailType: String, Sendable {
        case emailSignIn = "EMAIL_SIGN_IN"
        case passwordReset = "PASSWORD_RESET"
    }

    enum SMSType: String, Sendable {
        case signIn = "SIGN_IN_OR_SIGN_UP"
        case secondFactor = "MULTI_FACTOR_SIGN_IN"
        case enrollment = "MULTI_FACTOR_ENROLLMENT"
    }

    case email(String, EmailType)
    case sms(String, SMSType)

    var event: BlockingEvent { if case .email = self { .beforeSendEmail } else { .beforeSendSms } }
}
