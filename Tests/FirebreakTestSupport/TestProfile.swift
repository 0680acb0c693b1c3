import FirebreakOperations
package import FirebreakWire
import Testing

/// The profiles as arguments that print themselves.
package enum TestProfile: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case local, emulator, production

    package var testDescription: String { rawValue }

    package var value: Profile {
        switch self {
        case .local: .local
        case .emulator: .emulator
        case .production: .production
        }
    }
}
