/// A request whose body says nothing beyond project and tenant.
package struct NoParameters: Decodable, Sendable {
    package init() {}

    package init(from decoder: any Decoder) throws {}
}
