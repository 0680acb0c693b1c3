import FirebreakOperations
import Testing

/// The profiles as arguments that print themselves.
enum ProfileArgument: String, CaseIterable, CustomTestStringConvertible {
    case local, emulator, production

    var testDescription: String { rawValue }

    var value: Profile {
        switch self {
        case .local: .local
        case .emulator: .emulator
        case .production: .production
        }
    }
}
