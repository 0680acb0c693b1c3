extension Route {
    /// The whole table except for the routes that depend on how the server runs.
    package static let api: [Route] =
        accounts + secureToken + secondFactors + configuration + legacy + emulator + pages + publicKeys
}
