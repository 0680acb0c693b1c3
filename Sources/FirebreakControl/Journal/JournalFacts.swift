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
    var foldedEmail: String? { email.map(EmailAddress.folded) }

    /// From the request, else from the answer, else from the token that one of them has.
    init(of call: JournalCall) {
        let content = call.content
        let request = JournalBody.document(content.record.request, keys: .camelCase)
        let response = JournalBody.document(content.response, keys: .camelCase)
        let user = response?["users"].flatMap(Self.only)
        let claims = Self.claims(request) ?? Self.claims(response)
        localID =
            Self.text(request, "localId") ?? Self.text(response, "localId") ?? Self.text(response, "userId")
            ?? Self.text(user, "localId") ?? Self.text(claims, "user_id") ?? Self.text(claims, "sub")
        email =
            Self.text(request, "email") ?? Self.text(request, "identifier").flatMap { $0.contains("@") ? $0 : nil }
            ?? Self.text(response, "email") ?? Self.text(user, "email") ?? Self.text(claims, "email")
        phoneNumber =
            Self.text(request, "phoneNumber") ?? Self.text(request?["phoneEnrollmentInfo"], "phoneNumber")
            ?? Self.text(response, "phoneNumber") ?? Self.text(response?["phoneAuthInfo"], "phoneNumber")
            ?? Self.text(user, "phoneNumber") ?? Self.text(claims, "phone_number")
        error = content.status >= 400 ? Self.code(response?["error"]) : nil
    }

    /// The member, if it is a text or a list of one.
    private static func text(_ document: JSON?, _ name: String) -> String? {
        guard let value = document?[name] else { return nil }
        guard let text = value.stringValue ?? only(value)?.stringValue, !text.isEmpty else { return nil }
        return text
    }

    private static func only(_ list: JSON) -> JSON? {
        guard let elements = list.arrayValue, elements.count == 1 else { return nil }
        return elements.first
    }

    private static func claims(_ document: JSON?) -> JSON? {
        guard let token = document?["idToken"]?.stringValue else { return nil }
        return JSONWebToken(token)?.payload
    }

    /// The word in capitals that the message of an error begins with, else its status.
    private static func code(_ error: JSON?) -> String? {
        guard let error else { return nil }
        let message = error["message"]?.stringValue ?? ""
        let wording = WireError.Wording(message)
        let word = wording.code
        return message.hasPrefix(word) ? word : error["status"]?.stringValue
    }
}
