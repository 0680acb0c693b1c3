import FirebreakControl
package import FirebreakModel

/// The errors that a server of this version can answer, known without one.
package enum KnownErrors {
    /// By area, then by code.
    package static var all: [ErrorEntry] { ErrorCatalogue.entries }

    /// Those that have a code in some profile.
    package static func errors(code: String) -> [ErrorEntry] { ErrorCatalogue.entries(code: code) }

    /// The codes that look most like one that there is not.
    package static func codes(like code: String) -> [String] { ErrorCatalogue.codes(like: code) }
}
