import FirebreakStore
package import FirebreakWire

/// The page in its JSON form: what programs get, as the reference has it.
extension ActionPage {
    package enum Answer: Sendable, Equatable {
        /// HTTP status and the value of `authEmulator`.
        case page(status: Int, JSON)
        case redirect(String)
    }

    /// Does what the link says.
    ///
    /// - Parameter applies: Whether it is done; otherwise only the answer is made that it would have, as far as that is
    ///   known before.
    /// - Throws: What is not told by the page but as errors of the API are.
    package func run(applies: Bool = true) async throws -> Answer {
        do {
            let password = query.value("newPassword")
            if try mode() == .passwordReset, password == nil || password == Self.placeholder {
                let message = try await call.read { tx in try usableMessage(for: .passwordReset, tx) }
                call.record.note(.missingPassword)
                return Self.passwordQuestion(message, isPlaceholder: password != nil)
            }
            guard applies else {
                return switch try await inspect() {
                case .handsOn(let url): Self.answer(.handedOn(to: url))
                case .applicable(let action): Self.answer(.done(action))
                }
            }
            return Self.answer(try await apply(password: password))
        } catch let refusal as Refusal {
            call.record.note(refusal.error)
            return try Self.answer(refusal)
        }
    }

    private static let placeholder = "NEW_PASSWORD_HERE"

    private static func passwordQuestion(_ message: Message, isPlaceholder: Bool) -> Answer {
        let template = JSON.string((message.actionLink ?? "") + "&newPassword=\(placeholder)")
        guard isPlaceholder else {
            return .page(
                status: 400,
                [
                    "error": "missing newPassword query parameter",
                    "instructions": .string(
                        "To reset the password for \(message.email ?? ""), send an HTTP GET request to the following URL."
                    ),
                    "instructions2": "You may use a web browser or any HTTP client, such as curl.",
                    "urlTemplate": template,
                ])
        }
        return .page(
            status: 400,
            [
                "error": .string("newPassword must be something other than '\(placeholder)'"),
                "instructions": .string("The string '\(placeholder)' is just a placeholder."),
                "instructions2": "Please change the URL to specify a new password instead.",
                "urlTemplate": template,
            ])
    }

    // MARK: Ends

    private static func answer(_ end: End) -> Answer {
        switch end {
        case .handedOn(let url): return .redirect(url)
        case .done(let action):
            if let target = action.target { return .redirect(target.text) }
            var page: JSON = ["success": .string(success(of: action.mode))]
            if action.mode == .verifyAndChangeEmail {
                page["newEmail"] = action.newEmail.map(JSON.string)
            } else {
                page["email"] = action.email.map(JSON.string)
            }
            return .page(status: 200, page)
        }
    }

    private static func success(of mode: ActionCodeType) -> String {
        switch mode {
        case .passwordReset, .emailSignIn: "The password has been successfully updated."
        case .verifyEmail: "The email has been successfully verified."
        case .verifyAndChangeEmail: "The email has been successfully changed."
        case .recoverEmail: "The email has been successfully reset."
        case .revertSecondFactorAddition: "The second factor has been successfully removed."
        }
    }

    /// The answer where nothing was done.
    package static func answer(_ refusal: Refusal) throws -> Answer {
        switch refusal {
        case .missing(let name):
            let placeholder = name == "apiKey" ? "YOUR_API_KEY" : "YOUR_OOB_CODE"
            return failure(
                "missing \(name) query parameter",
                "Please modify the URL to specify an \(name), such as ...&\(name)=\(placeholder)")
        case .invalidMode, .otherSite: return .page(status: 400, ["error": "Invalid mode"])
        case .noContinueURL:
            return failure(
                "Missing continueUrl query parameter", "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
        case .code(_, let mode, let isLate): return unusable(mode, isLate: isLate)
        case .password(let error, _), .error(let error): throw error
        }
    }

    private static func failure(_ error: String, _ instructions: String) -> Answer {
        .page(status: 400, ["error": .string(error), "instructions": .string(instructions)])
    }

    /// A code that cannot be applied: each page has a wording of its own.
    private static func unusable(_ mode: ActionCodeType, isLate: Bool) -> Answer {
        func failure(of wish: String, _ advice: String) -> Answer {
            Self.failure("Your request to \(wish) has expired or the link has already been used.", advice)
        }
        switch mode {
        case .passwordReset, .emailSignIn:
            return failure(of: "reset your password", "Try resetting your password again.")
        case .verifyEmail: return failure(of: "verify your email", "Try verifying your email again.")
        case .verifyAndChangeEmail: return failure(of: "change your email", "Try changing your email again.")
        case .revertSecondFactorAddition:
            return failure(of: "remove the second factor", "Try removing the second factor in the app.")
        case .recoverEmail:
            let again =
                "If you're trying to test the reverting email flow, try changing the email again to generate a new "
                + "link."
            guard isLate else { return Self.failure("Requested mode does not match the OOB code provided.", again) }
            return failure(of: "revert your email", again)
        }
    }
}
