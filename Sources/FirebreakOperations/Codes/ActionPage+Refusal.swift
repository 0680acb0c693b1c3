package import FirebreakWire

extension ActionPage {
    /// Why a link does nothing.
    package enum Refusal: Error, Sendable, Equatable {
        /// The link lacks a parameter.
        case missing(String)
        case invalidMode
        /// A sign-in link that does not say where the app is.
        case noContinueURL
        /// - Parameter isLate: Whether that turned out only when the code was applied.
        case code(ActionCode.Problem, of: ActionCodeType, isLate: Bool)
        /// The password is not good enough; the code stays good.
        case password(WireError, missing: [PasswordPolicy.Requirement])
        /// What API clients are told as well.
        case error(WireError)
        /// A form that a page of another site sent.
        case otherSite
    }
}

extension ActionPage.Refusal {
    /// What people are told apart.
    package enum Kind: String, Sendable, CaseIterable {
        case incomplete, noContinueURL, unknown, otherType, expired, used, superseded, accountGone, accountDisabled
        case addressTaken, targetRefused, switchedOff, otherSite, failed
    }

    package var kind: Kind {
        switch self {
        case .missing, .invalidMode: .incomplete
        case .noContinueURL: .noContinueURL
        case .code(let problem, _, _): problem.kind
        case .password(let error, _), .error(let error): error.kindOfRefusal
        case .otherSite: .otherSite
        }
    }

    /// When that happened to the code which made it useless, by the project's clock.
    package var time: Timestamp? {
        switch self {
        case .code(.used(let time), _, _), .code(.superseded(let time), _, _), .code(.expired(let time, _), _, _): time
        default: nil
        }
    }

    /// What developers know it by.
    package func detail(in profile: Profile) -> String? {
        switch self {
        case .missing(let name): "missing \(name) query parameter"
        case .invalidMode: "Invalid mode"
        case .noContinueURL: "Missing continueUrl query parameter"
        case .code(let problem, _, _): problem.error.message(in: profile)
        // The rest of the message is on the page.
        case .password(let error, _): error.wording(in: profile).code
        case .error(let error): error.message(in: profile)
        case .otherSite: nil
        }
    }

    /// The same as APIs have it, with what decided it: for the journal, which reads no pages.
    package var error: WireError {
        switch self {
        case .missing(let name):
            (name == "apiKey" ? WireError.missingAPIKey : .missingOobCode).because(.link(parameter: name))
        case .invalidMode: WireError.invalidArgument("mode").because(.link(parameter: "mode"))
        case .noContinueURL: WireError.missingContinueURI.because(.link(parameter: "continueUrl"))
        case .code(let problem, _, _): problem.error
        case .password(let error, _), .error(let error): error
        case .otherSite: .adminOriginNotAllowed
        }
    }

    /// The HTTP status.
    package func status(in profile: Profile) -> Int {
        switch self {
        case .missing, .invalidMode, .noContinueURL, .code: 400
        case .password(let error, _), .error(let error): error.wording(in: profile).kind.httpStatus
        case .otherSite: 403
        }
    }
}

extension ActionCode.Problem {
    fileprivate var kind: ActionPage.Refusal.Kind {
        switch self {
        case .unknown: .unknown
        case .otherType: .otherType
        case .used: .used
        case .superseded: .superseded
        case .accountGone: .accountGone
        case .expired: .expired
        }
    }
}

extension WireError {
    fileprivate var kindOfRefusal: ActionPage.Refusal.Kind {
        switch code {
        case "EXPIRED_OOB_CODE": .expired
        case "INVALID_OOB_CODE":
            switch reason {
            case .used: .used
            case .superseded: .superseded
            // The code was looked at before.
            default: .accountGone
            }
        case "EMAIL_NOT_FOUND", "USER_NOT_FOUND": .accountGone
        case "USER_DISABLED": .accountDisabled
        case "EMAIL_EXISTS": .addressTaken
        case "INVALID_CONTINUE_URI", "UNAUTHORIZED_DOMAIN": .targetRefused
        case "OPERATION_NOT_ALLOWED", "PASSWORD_LOGIN_DISABLED", "TENANT_DISABLED": .switchedOff
        case "INVALID_TENANT_ID", "TENANT_DELETED": .unknown
        default: .failed
        }
    }
}
