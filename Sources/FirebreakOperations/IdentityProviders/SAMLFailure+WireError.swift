import FirebreakCredentials
import FirebreakWire

extension SAMLFailure {
    /// As the client sees it.
    var wireError: WireError {
        switch self {
        case .libraryMissing: .samlRefused("SAML needs the library libxml2, which this system does not have.")
        case .unreadable: .samlResponseUnreadable
        case .documentType: .samlRefused("SAMLResponse has a document type declaration.")
        case .repeatedID(let id): .samlRefused("SAMLResponse has the ID \(id) more than once.")
        case .severalAssertions: .samlRefused("SAMLResponse has more than one Assertion.")
        case .misplacedAssertion: .samlRefused("SAMLResponse has an Assertion that is not directly below Response.")
        case .encrypted: .samlRefused("SAMLResponse has encrypted elements, which are not supported.")
        case .unsigned: .samlSignatureMissing
        case .badSignature: .samlSignatureInvalid
        }
    }
}
