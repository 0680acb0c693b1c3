/// Why a SAML response is not read.
package enum SAMLFailure: Error, Sendable, Equatable {
    /// The system has no libxml2, which is loaded when it is first needed.
    case libraryMissing
    /// No XML document with a response, or too large or deep.
    case unreadable
    /// The document has a document type, with which it could define entities.
    case documentType
    /// Two elements have this ID, so that a signature could be of either.
    case repeatedID(String)
    case severalAssertions
    /// An assertion stands elsewhere than directly below the response.
    case misplacedAssertion
    case encrypted
    /// Neither the response nor its assertion is signed.
    case unsigned
    /// No signature is of what it should be of and by one of the keys.
    case badSignature
}
