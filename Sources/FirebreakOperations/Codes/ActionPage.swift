import FirebreakStore
package import FirebreakWire

/// The page an action link leads to, in its JSON form (email-actions.md section 7).
package enum ActionPage {
    package struct Query: Sendable {
        /// All parameters in the order of the request.
        package var parameters: [(name: String, value: String)]

        package init(parameters: [(name: String, value: String)]) { self.parameters = parameters }

        /// The first value of that name; `nil` when it is absent or empty.
        package func value(_ name: String) -> String? {
            let value = parameters.first { $0.name == name }?.value
            return value?.isEmpty == false ? value : nil
        }
    }

    package enum Answer: Sendable, Equatable {
        /// HTTP status and the value of `authEmulator`.
        case page(status: Int, JSON)
        case redirect(String)
    }

    /// The response to a link without a key or code; `nil` if it has both.
    package static func missingParameter(_ query: Query) -> Answer? {
        for (name, placeholder) in [("apiKey", "YOUR_API_KEY"), ("oobCode", "YOUR_OOB_CODE")]
        where query.value(name) == nil {
            return .page(
                status: 400,
                [
                    "error": .string("missing \(name) query parameter"),
                    "instructions": .string(
                        "Please modify the URL to specify an \(name), such as "
                            + "...&\(name)=\(placeholder)"),
                ])
        }
        return nil
    }

    package static func run(_ query: Query, _ call: Call) async throws -> Answer {
        if let missing = missingParameter(query) { return missing }
        switch query.value("mode") {
        case "signIn": return try await signIn(query, call)
        case "resetPassword": return try await resetPassword(query, call)
        case "verifyEmail": return try await verifyEmail(query, call)
        case "verifyAndChangeEmail": return try await verifyAndChangeEmail(query, call)
        case "recoverEmail": return try await recoverEmail(query, call)
        case "revertSecondFactorAddition" where call.facts.offersWayBack:
            return try await revertSecondFactorAddition(query, call)
        default: return .page(status: 400, ["error": "Invalid mode"])
        }
    }

    private static func failure(_ error: String, _ instructions: String) -> Answer {
        .page(status: 400, ["error": .string(error), "instructions": .string(instructions)])
    }

    /// Where the page redirects when it is done.
    private struct Target {
        /// As given in the request.
        var text: String
        var url: AbsoluteURL
    }

    /// A redirect to the app, or the page that reports the success.
    private static func success(_ target: Target?, _ page: JSON) -> Answer {
        target.map { Answer.redirect($0.text) } ?? .page(status: 200, page)
    }

    /// The URL to redirect to, which is checked before anything is changed. It has to be a web page, or the app named
    /// in the code's request; and outside profile `emulator` on an authorized domain (firebreak.md section 3).
    ///
    /// - Returns: `nil` if none is given, and in profile `emulator` for one that is not followed.
    private static func target(_ query: Query, _ call: Call) async throws -> Target? {
        guard let given = query.value("continueUrl") else { return nil }
        let text = HostingLink.target(of: given, call) ?? given
        guard let url = AbsoluteURL(text) else { throw WireError.invalidContinueURL }
        let target = Target(text: text, url: url)
        let apps = url.isWeb ? [] : try await apps(ofCode: query.value("oobCode") ?? "", call)
        if !call.facts.checksRedirects { return RedirectScheme.allows(url, apps: apps) ? target : nil }
        guard AuthorizedDomain.allows(url, call.settings.project, apps: apps) else {
            AuthorizedDomain.logRefusal(of: url, call)
            throw WireError.unauthorizedDomain.because(
                AuthorizedDomain.reason(url, call.settings.project, apps: apps))
        }
        return target
    }

    /// The app that the link of a code continues to. Only a request that names the app gets such a link.
    private static func apps(ofCode code: String, _ call: Call) async throws -> [String] {
        let text = try await call.read { tx in try tx.continueURL(ofCode: code) }
        guard let url = text.flatMap({ AbsoluteURL($0) }) else { return [] }
        return [url.scheme]
    }

    // MARK: Modes

    /// Passes the code to the app, which completes it with signInWithEmailLink; here it is neither checked nor
    /// consumed.
    private static func signIn(_ query: Query, _ call: Call) async throws -> Answer {
        guard var url = try await target(query, call)?.url else {
            return failure(
                "Missing continueUrl query parameter", "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
        }
        url.setQuery(query.parameters.filter { $0.name != "continueUrl" })
        return .redirect(url.text)
    }

    private static func resetPassword(_ query: Query, _ call: Call) async throws -> Answer {
        let code = query.value("oobCode") ?? ""
        guard let message = try await usable(code, .passwordReset, call) else {
            return failure(
                "Your request to reset your password has expired or the link has already been used.",
                "Try resetting your password again.")
        }
        let template = JSON.string((message.actionLink ?? "") + "&newPassword=NEW_PASSWORD_HERE")
        guard let password = query.value("newPassword") else {
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
        guard password != "NEW_PASSWORD_HERE" else {
            return .page(
                status: 400,
                [
                    "error": "newPassword must be something other than 'NEW_PASSWORD_HERE'",
                    "instructions": "The string 'NEW_PASSWORD_HERE' is just a placeholder.",
                    "instructions2": "Please change the URL to specify a new password instead.",
                    "urlTemplate": template,
                ])
        }
        let target = try await target(query, call)
        let response = try await ResetPassword.run(.init(oobCode: code, newPassword: password), call)
        var page: JSON = ["success": "The password has been successfully updated."]
        page["email"] = response.email.map(JSON.string)
        return success(target, page)
    }

    /// A page that applies its code as soon as it is opened.
    ///
    /// - Parameters:
    ///   - wish: The requested action, after "Your request to".
    ///   - advice: What to do if the code is invalid.
    ///   - success: The message of the page on success.
    ///   - shown: The member that shows the address.
    private static func apply(
        _ query: Query, _ call: Call, wish: String, advice: String, success text: String,
        shown: (CodeRedemption.Outcome) -> (name: String, address: String?)
    ) async throws -> Answer {
        let target = try await target(query, call)
        guard let outcome = try await redeemed(query, call) else {
            return failure("Your request to \(wish) has expired or the link has already been used.", advice)
        }
        var page: JSON = ["success": .string(text)]
        let member = shown(outcome)
        page[member.name] = member.address.map(JSON.string)
        return success(target, page)
    }

    private static func verifyEmail(_ query: Query, _ call: Call) async throws -> Answer {
        try await apply(
            query, call, wish: "verify your email", advice: "Try verifying your email again.",
            success: "The email has been successfully verified."
        ) { ("email", $0.account.email) }
    }

    private static func verifyAndChangeEmail(_ query: Query, _ call: Call) async throws -> Answer {
        try await apply(
            query, call, wish: "change your email", advice: "Try changing your email again.",
            success: "The email has been successfully changed."
        ) { ("newEmail", $0.newEmail) }
    }

    private static func revertSecondFactorAddition(_ query: Query, _ call: Call) async throws -> Answer {
        try await apply(
            query, call, wish: "remove the second factor", advice: "Try removing the second factor in the app.",
            success: "The second factor has been successfully removed."
        ) { ("email", $0.account.email) }
    }

    private static func recoverEmail(_ query: Query, _ call: Call) async throws -> Answer {
        let again =
            "If you're trying to test the reverting email flow, try changing the email again to generate a new link."
        guard try await usable(query.value("oobCode") ?? "", .recoverEmail, call) != nil else {
            return failure("Requested mode does not match the OOB code provided.", again)
        }
        guard let outcome = try await redeemed(query, call) else {
            return failure("Your request to revert your email has expired or the link has already been used.", again)
        }
        var page: JSON = ["success": "The email has been successfully reset."]
        page["email"] = outcome.account.email.map(JSON.string)
        return .page(status: 200, page)
    }

    // MARK: Codes

    /// The message of a code that can be applied; `nil` if it cannot.
    private static func usable(_ code: String, _ type: ActionCodeType, _ call: Call) async throws -> Message? {
        do {
            return try await call.read { tx in try ActionCode.find(code, of: type, tx, call) }
        } catch let error as WireError where error.isUnusableCode {
            call.noteReason(of: error)
            return nil
        }
    }

    /// Applies the code; `nil` if it is invalid, for which each page has a wording of its own.
    private static func redeemed(_ query: Query, _ call: Call) async throws -> CodeRedemption.Outcome? {
        // The pages about addresses accept each other's codes, but none about a second factor.
        let code = query.value("oobCode") ?? ""
        let revert = ActionCodeType.revertSecondFactorAddition
        let isRevert = query.value("mode") == revert.mode
        if !isRevert, try await usable(code, revert, call) != nil { return nil }
        do {
            return try await call.write { tx in
                try CodeRedemption.redeem(code, of: isRevert ? revert : nil, tx, call)
            }.get()
        } catch let error as WireError where error.isUnusableCode {
            call.noteReason(of: error)
            return nil
        }
    }
}

extension WireError {
    /// Unknown, used, expired, or of a type that this page does not apply.
    fileprivate var isUnusableCode: Bool { ["INVALID_OOB_CODE", "EXPIRED_OOB_CODE"].contains(code) }
}
