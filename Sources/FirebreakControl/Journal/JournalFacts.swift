import FirebreakOperations
import FirebreakWire

/// Whom a call was about and how it ended: what filters compare, and its record shows.
struct JournalFacts: Sendable, Equatable {
    var localID: String?
    var email: String?
    var phoneNumber: String?
    /// The code of the error.
    var error: String?

    /// As addresses are compared.
    let foldedEmail: String?

    static func folded(_ email: String) -> String { EmailAddress.key(EmailAddress.folded(email)) }

    /// From the request, else from the answer, else from the token that one of them has.
    init(of content: JournalEntry.Content) {
        if let facts = content.facts {
            self = facts
            return
        }
        let request = JournalBody.document(content.record.request, keys: .camelCase)
        let response = JournalBody.document(content.response, keys: .camelCase)
        let user = response?["users"].flatMap(Self.only)
        let claims = Self.claims(request) ?? Self.claims(response)
        localID = Self.text([
            (request, "localId"), (response, "localId"), (response, "userId"), (user, "localId"), (claims, "user_id"),
            (claims, "sub"),
        ])
        email = Self.text([
            (request, "email"), (Self.identifyingAddress(request), "identifier"), (response, "email"), (user, "email"),
            (claims, "email"),
        ])
        foldedEmail = email.map(Self.folded)
        phoneNumber = Self.text([
            (request, "phoneNumber"), (request?["phoneEnrollmentInfo"], "phoneNumber"), (response, "phoneNumber"),
            (response?["phoneAuthInfo"], "phoneNumber"), (user, "phoneNumber"), (claims, "phone_number"),
        ])
        error = content.status ?? 0 >= 400 ? content.record.error ?? Self.code(response?["error"]) : nil
    }

    init(localID: String?, email: String?, phoneNumber: String?, error: String?) {
        self.localID = localID
        self.email = email
        foldedEmail = email.map(Self.folded)
        self.phoneNumber = phoneNumber
        self.error = error
    }

    /// Nothing that identifies an account is longer, and the journal's memory is limited.
    private static let maximumBytes = 256

    /// The first of these members that is a text, or a list of one.
    private static func text(_ places: [(document: JSON?, name: String)]) -> String? {
        for place in places {
            guard let value = place.document?[place.name] else { continue }
            guard let text = value.stringValue ?? only(value)?.stringValue, !text.isEmpty else { continue }
            if text.utf8.count <= maximumBytes { return text }
        }
        return nil
    }

    /// The request, if what it calls `identifier` is an address.
    private static func identifyingAddress(_ request: JSON?) -> JSON? {
        request?["identifier"]?.stringValue?.containsBytes(of: "@") == true ? request : nil
    }

    private static func only(_ list: JSON) -> JSON? {
        guard let elements = list.arrayValue, elements.count == 1 else { return nil }
        return elements.first
    }

    private static func claims(_ document: JSON?) -> JSON? {
        guard let token = document?["idToken"]?.stringValue else { return nil }
        return JSONWebToken(token)?.payload
    }

    /// The word in capitals that the message of an error begins with, else the reason in its details, else its status.
    private static func code(_ error: JSON?) -> String? {
        guard let error else { return nil }
        let message = error["message"]?.stringValue ?? ""
        let wording = WireError.Wording(message)
        let word = wording.code
        guard !message.startsWithBytes(of: word) else { return word }
        return WireError.Wording.reason(in: error["details"]?.arrayValue) ?? error["status"]?.stringValue
    }
}
