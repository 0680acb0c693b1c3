import FirebreakWire

extension Call {
    /// The language of messages that this call sends.
    var messageLocale: String {
        client.locale.flatMap(Language.init(matching:))?.rawValue ?? settings.project.defaultLocale
    }

    /// `lang` of the links in them: what the request asks for, whether or not there are texts in that language
    /// (production.md section 4).
    var linkLocale: String { client.locale?.nonEmpty ?? settings.project.defaultLocale }
}
