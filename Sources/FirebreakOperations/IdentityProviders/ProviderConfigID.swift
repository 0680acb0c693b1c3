/// Names one provider configuration.
package struct ProviderConfigID: Decodable, Sendable {
    package var configId: String?
}
