/// The answer `{}`.
package struct Empty: Encodable, Sendable {
    package init() {}
    private enum CodingKeys: CodingKey {}
    package func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
}
