import FirebreakModel
import FirebreakPages
import FirebreakWire

/// Tokens that were made a moment ago, decoded.
enum MintedTokenPanel {
    private static let template = AccountPages.template

    static func html(_ tokens: MintedTokens) -> HTML {
        let token = JSONWebToken(tokens.idToken)
        let payload = token?.payload ?? .emptyObject
        let refresh = tokens.refreshToken.map { refresh in
            template.part("refresh").filled(["token": "\(refresh)", "copy": Controls.copy(refresh)])
        }
        return template.part("minted").filled([
            "expiry": expiry(payload), "idToken": "\(tokens.idToken)", "copyIDToken": Controls.copy(tokens.idToken),
            "refresh": refresh ?? "", "claims": "\((payload.objectValue ?? []).map(row))",
            "header": "\((token?.header ?? .emptyObject).indentedText)", "payload": "\(payload.indentedText)",
        ])
    }

    private static func expiry(_ payload: JSON) -> HTML {
        guard let issued = payload["iat"]?.integerValue, let end = payload["exp"]?.integerValue else { return "" }
        return end < issued
            ? "It expired at \(time(end))."
            : "It expires at \(time(end)), \(Int(end - issued)) seconds after it was made."
    }

    private static func time(_ seconds: Int64) -> HTML { TimeText.html(Timestamp(seconds: seconds).rfc3339) }

    private static func row(_ member: JSON.Member) -> HTML {
        let isTime = ["iat", "exp", "auth_time", "nbf"].contains(member.key)
        let time = isTime ? member.value.integerValue.map(Self.time) : nil
        return template.part("claim").filled([
            "name": "\(member.key)", "value": "\(member.value.stringValue ?? member.value.text)",
            "time": time.map { #" <span class="quiet small">\#($0)</span>"# } ?? "",
        ])
    }
}
