extension Route {
    /// The whole table except for the routes that depend on how the server runs.
    package static let api: [Route] =
        accounts + secureToken + v2 + v2.map(\.underAdminPath) + legacy + emulator + pages + publicKeys

    private static let v2 = secondFactors + configuration
}

extension RouteTable {
    /// All but the console.
    package static let server = RouteTable(Route.api + Route.control)
}
