import FirebreakWire

/// The names by which faults and the journal know operations (firebreak.md section 11): the ID of the route without
/// `identitytoolkit.`, `projects.` and `tenants.`, so that one name stands for the forms of an operation in projects,
/// tenants and v3.
package enum OperationName {
    /// All of them, sorted. A test compares them with the route table.
    package static let all: [String] = [
        "accounts.batchCreate",
        "accounts.batchDelete",
        "accounts.batchGet",
        "accounts.createAuthUri",
        "accounts.delete",
        "accounts.issueSamlResponse",
        "accounts.lookup",
        "accounts.mfaEnrollment.finalize",
        "accounts.mfaEnrollment.start",
        "accounts.mfaEnrollment.withdraw",
        "accounts.mfaSignIn.finalize",
        "accounts.mfaSignIn.start",
        "accounts.passkeyEnrollment.finalize",
        "accounts.passkeyEnrollment.start",
        "accounts.passkeySignIn.finalize",
        "accounts.passkeySignIn.start",
        "accounts.query",
        "accounts.resetPassword",
        "accounts.revokeToken",
        "accounts.sendOobCode",
        "accounts.sendVerificationCode",
        "accounts.signInWithCustomToken",
        "accounts.signInWithEmailLink",
        "accounts.signInWithGameCenter",
        "accounts.signInWithIdp",
        "accounts.signInWithPassword",
        "accounts.signInWithPhoneNumber",
        "accounts.signUp",
        "accounts.update",
        "accounts.verifyIosClient",
        "createSessionCookie",
        "defaultSupportedIdpConfigs.create",
        "defaultSupportedIdpConfigs.delete",
        "defaultSupportedIdpConfigs.get",
        "defaultSupportedIdpConfigs.list",
        "defaultSupportedIdpConfigs.patch",
        "defaultSupportedIdps.list",
        "emulator.accounts.delete",
        "emulator.config.get",
        "emulator.config.update",
        "emulator.oobCodes.delete",
        "emulator.oobCodes.list",
        "emulator.verificationCodes.delete",
        "emulator.verificationCodes.list",
        "getConfig",
        "getPasswordPolicy",
        "getProjects",
        "getPublicKeys",
        "getRecaptchaConfig",
        "getRecaptchaParams",
        "getSessionCookiePublicKeys",
        "identityPlatform.initializeAuth",
        "inboundSamlConfigs.create",
        "inboundSamlConfigs.delete",
        "inboundSamlConfigs.get",
        "inboundSamlConfigs.list",
        "inboundSamlConfigs.patch",
        "keys.certificates",
        "keys.idTokenIssuer",
        "keys.jwks",
        "keys.sessionCookieIssuer",
        "oauthIdpConfigs.create",
        "oauthIdpConfigs.delete",
        "oauthIdpConfigs.get",
        "oauthIdpConfigs.list",
        "oauthIdpConfigs.patch",
        "pages.action",
        "pages.handler",
        "pages.iframe",
        "pages.links",
        "pages.openapi",
        "pages.status",
        "setProjectConfig",
        "signOutUser",
        "tenants.create",
        "tenants.delete",
        "tenants.get",
        "tenants.getIamPolicy",
        "tenants.list",
        "tenants.patch",
        "tenants.setIamPolicy",
        "tenants.testIamPermissions",
        "token",
        "updateConfig",
    ]

    /// The name of a route's operation.
    ///
    /// - Parameter id: The route's operation ID; of an alias, that of the method behind it.
    package static func canonical(_ id: String) -> String {
        if let page = pages[id] { return page }
        var parts = id.utf8.split(separator: UInt8(ascii: ".")).map(Substring.init).filter { !prefixes.contains($0) }
        // The tenant is where an operation applies, unless the operation is about the tenant itself.
        if let place = parts.firstIndex(of: "tenants"), isOfTenant(parts[(place + 1)...]) { parts.remove(at: place) }
        let name = parts.joined(separator: ".")
        return others[name] ?? name
    }

    private static let prefixes: Set<Substring> = ["identitytoolkit", "securetoken", "relyingparty", "projects"]

    private static func isOfTenant(_ rest: ArraySlice<Substring>) -> Bool {
        rest.count > 1 || rest.first == "accounts" || rest.first == "createSessionCookie"
    }

    private static let pages = [
        "emulator.action": "pages.action", "emulator.auth.action": "pages.action",
        "emulator.auth.handler": "pages.handler", "emulator.auth.hosting.handler": "pages.handler",
        "emulator.auth.hosting.iframe": "pages.iframe", "emulator.auth.iframe": "pages.iframe",
        "emulator.auth.links": "pages.links", "emulator.openapi": "pages.openapi", "emulator.status": "pages.status",
    ]

    /// Operations whose ID says less than their name, or that have two.
    private static let others = [
        "accounts": "accounts.signUp", "downloadAccount": "accounts.batchGet", "queryAccounts": "accounts.query",
        "uploadAccount": "accounts.batchCreate",
    ]
}

// MARK: - Names in gRPC

extension OperationName {
    /// The full name of an operation's method, which the service quotes where it refuses an API key (production.md
    /// section 1.3).
    package static func remoteMethod(of name: String) -> String {
        guard name != "token" else { return "google.identity.securetoken.v1.SecureToken.GrantToken" }
        let parts = name.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
        if parts.first == "accounts" || parts.count == 1, parts.count < 3, let method = methodsOfV1[parts.last ?? ""] {
            return "google.cloud.identitytoolkit.v1." + method
        }
        let words = (parts.first == "accounts" ? parts.dropFirst() : parts[...]).reversed()
        let method = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let service =
            switch parts.first ?? "" {
            case "accounts" where parts.count == 2: "v1.AuthenticationService"
            case "accounts" where name.contains("Enrollment"): "v2.AccountManagementService"
            case "accounts", "getRecaptchaConfig", "getPasswordPolicy": "v2.AuthenticationService"
            default: "admin.v2.ProjectConfigurationService"
            }
        return "google.cloud.identitytoolkit.\(service).\(method)"
    }

    /// Methods of v1 that are called otherwise in gRPC, or belong to another service than those of sign-in.
    private static let methodsOfV1 = [
        "batchCreate": "AccountManagementService.UploadAccount",
        "batchDelete": "AccountManagementService.BatchDeleteAccounts",
        "batchGet": "AccountManagementService.DownloadAccount",
        "createSessionCookie": "SessionManagementService.CreateSessionCookie",
        "delete": "AccountManagementService.DeleteAccount",
        "getProjects": "ProjectConfigService.GetProjectConfig",
        "getPublicKeys": "SessionManagementService.GetPublicKeys",
        "getRecaptchaParams": "AuthenticationService.GetRecaptchaParam",
        "getSessionCookiePublicKeys": "SessionManagementService.GetSessionCookiePublicKeys",
        "lookup": "AccountManagementService.GetAccountInfo", "query": "AccountManagementService.QueryUserInfo",
        "resetPassword": "AccountManagementService.ResetPassword", "sendOobCode": "AccountManagementService.GetOobCode",
        "update": "AccountManagementService.SetAccountInfo",
    ]
}

extension OperationName {
    /// What faults can be on besides operations: the messages that operations send.
    package static let messages = ["outbox.email", "outbox.sms"]

    /// Everything that has a name, sorted.
    package static let allWithMessages: [String] = (all + messages).sorted()

    /// Operations that are of no project, or look at none: no fault can be on them.
    private static let ofNoProject: Set<String> = [
        "keys.certificates", "keys.idTokenIssuer", "keys.jwks", "keys.sessionCookieIssuer", "pages.iframe",
        "pages.links", "pages.openapi", "pages.status",
    ]

    /// The calls that faults can be on.
    package static let calls: [String] = all.filter { !ofNoProject.contains($0) }

    /// What a name in a fault stands for: an operation or a kind of message, those that begin alike (`accounts.*`), or
    /// all calls (`*`).
    ///
    /// - Returns: Nothing for a name that stands for nothing a fault can be on.
    package static func named(_ name: String) -> [String] {
        if name == "*" { return calls }
        let known = calls + messages
        guard name.endsWithBytes(of: ".*") else { return known.contains(name) ? [name] : [] }
        return known.filter { $0.startsWithBytes(of: name.dropLast()) }
    }
}
