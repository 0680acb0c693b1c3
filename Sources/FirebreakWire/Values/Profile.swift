/// Which set of defaults a project starts with, and which contract its wire follows (firebreak.md section 3).
package enum Profile: String, Sendable, CaseIterable {
    /// Production's behaviour, made practical on one machine.
    case local
    /// The reference emulator, to the letter.
    case emulator
    case production

    /// Whether the contract pages apply as they stand, oddities of the reference included.
    package var isReference: Bool { self == .emulator }
}
