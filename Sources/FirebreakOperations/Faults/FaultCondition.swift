package import FirebreakModel
import FirebreakStore
package import FirebreakWire

/// What a call or message must be about to be a fault's: the member `where` of its definition.
struct FaultCondition: Sendable {
    private let asked: [(member: FaultDefinition.Subject, value: String)]

    /// - Parameter texts: By the names of subjects; `nil` for everything.
    init(_ texts: [String: String]?) {
        asked = (texts ?? [:]).compactMap { name, value in
            FaultDefinition.Subject(rawValue: name).map { ($0, Self.compared(value, $0)) }
        }
    }

    func isMet(by subject: some FaultSubject) -> Bool {
        asked.allSatisfy { member, value in
            subject.values(of: member).contains { Self.compared($0, member) == value }
        }
    }

    /// Addresses are the same in any letter case, numbers with and without punctuation.
    private static func compared(_ value: String, _ member: FaultDefinition.Subject) -> String {
        switch member {
        case .email: EmailAddress.key(EmailAddress.folded(value))
        case .phoneNumber: value.filter { !" -()./".contains($0) }
        case .localID, .tenant, .provider, .apiKey, .caller: value
        }
    }
}

/// A call or message as faults compare it. Values are looked for only where a fault asks for them, and never in the
/// database.
package protocol FaultSubject: Sendable {
    /// All values of this kind that the call or message has.
    func values(of member: FaultDefinition.Subject) -> [String]
}

/// A call as faults compare it: members of its body or query, and claims of the tokens in it.
package struct CallSubject: FaultSubject {
    private let body: JSON
    private let idToken: PresentedToken?
    private let tenant: TenantID?
    private let apiKey: String?
    private let caller: OperationContext.Caller

    /// - Parameters:
    ///   - body: The request's members.
    ///   - tenant: The tenant that the request is for.
    package init(
        body: JSON, idToken: PresentedToken?, tenant: TenantID?, apiKey: String?, caller: OperationContext.Caller
    ) {
        self.body = body
        self.idToken = idToken
        self.tenant = tenant
        self.apiKey = apiKey
        self.caller = caller
    }

    package func values(of member: FaultDefinition.Subject) -> [String] {
        switch member {
        case .email: texts("email", "newEmail", "identifier", "initialEmail") + claims("email")
        case .phoneNumber:
            texts("phoneNumber") + texts(in: "phoneSignInInfo", "phoneEnrollmentInfo", "phoneVerificationInfo")
                + claims("phone_number")
        case .localID: texts("localId", "localIds") + claims("user_id", "sub") + customTokenUser
        case .tenant: tenant.map { [$0.rawValue] } ?? []
        case .provider: texts("providerId") + providersInForm + signInProvider
        case .apiKey: apiKey.map { [$0] } ?? []
        case .caller: [caller == .admin ? "admin" : "app"]
        }
    }

    /// The texts under these names, by themselves or in a list.
    private func texts(_ names: String...) -> [String] {
        names.flatMap { name in
            body[name]?.stringValue.map { [$0] } ?? body[name]?.arrayValue?.compactMap(\.stringValue) ?? []
        }
    }

    /// The phone numbers in these objects.
    private func texts(in names: String...) -> [String] {
        names.compactMap { body[$0]?["phoneNumber"]?.stringValue }
    }

    private func claims(_ names: String...) -> [String] {
        guard let claims = idToken?.token?.payload else { return [] }
        return names.compactMap { claims[$0]?.stringValue }
    }

    private var signInProvider: [String] {
        idToken?.token?.payload["firebase"]?["sign_in_provider"]?.stringValue.map { [$0] } ?? []
    }

    /// The user of a custom token.
    private var customTokenUser: [String] {
        guard let text = body["token"]?.stringValue else { return [] }
        return JSONWebToken(text)?.payload["uid"]?.stringValue.map { [$0] } ?? []
    }

    /// The provider of a federated sign-in, which is a field of the form in its body.
    private var providersInForm: [String] {
        guard let form = body["postBody"]?.stringValue else { return [] }
        return FormURLEncoding.parse(form).filter { $0.name == "providerId" }.map(\.value)
    }
}

/// A message as faults compare it.
struct MessageSubject: FaultSubject {
    let message: Message
    let call: OperationContext

    func values(of member: FaultDefinition.Subject) -> [String] {
        switch member {
        case .email:
            message.channel == .email
                ? [message.recipient] + [message.email, message.newEmail].compactMap(\.self) : []
        case .phoneNumber: message.channel == .sms ? [message.recipient] : []
        case .localID: message.accountID.map { [$0.rawValue] } ?? []
        case .tenant: call.tenant.map { [$0.rawValue] } ?? []
        case .provider: []
        case .apiKey: call.client.apiKey.map { [$0] } ?? []
        case .caller: [call.isAdmin ? "admin" : "app"]
        }
    }
}
