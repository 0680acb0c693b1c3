extension Route {
    /// The whole table except for what depends on how the server runs.
    package static let api: [Route] =
        accounts + secureToken + secondFactors + configuration + legacy + emulator + pages + publicKeys
}
