import FirebreakWire

extension Call {
    /// The language of messages that this call sends.
    var messageLocale: String {
        client.locale.flatMap(Language.init(matching:))?.rawValue ?? settings.project.defaultLocale
    }
}
