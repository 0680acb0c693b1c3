import Synchronization

/// The texts that people read in one language, from its file; `texts/en.ini` of `CResources` says how they are written.
package struct LanguageTexts: Sendable {
    /// Texts that belong together; the cases of `Key` are the names that they have in the file.
    package struct Section<Key: RawRepresentable<String> & Sendable>: Sendable {
        fileprivate let name: String
        fileprivate let texts: [String: PlaceholderText]

        /// The text with that name. One that the file lacks is a mistake in Firebreak, which ends a debug build.
        package subscript(key: Key) -> PlaceholderText {
            if let text = texts[key.rawValue] { return text }
            assertionFailure("there is no text \(key.rawValue) in [\(name)]")
            return PlaceholderText(key.rawValue)
        }

        /// The text with that name; `nil` where the section has none.
        package func ifPresent(_ key: Key) -> PlaceholderText? { texts[key.rawValue] }
    }

    /// By the names of section and text. The lines before the first section are in the one without a name.
    private(set) var sections: [String: [String: PlaceholderText]] = [:]

    /// - Parameter file: The file's content. Lines that are neither a text nor the name of a section are passed over.
    init(_ file: String) {
        var section = ""
        for line in file.separated(by: "\n") where !line.startsWithBytes(of: "#") {
            let line = line.trimmed
            if let name = line.rest(afterBytes: "[")?.rest(beforeBytes: "]") {
                section = String(name)
            } else if let (key, text) = line.parted(at: "=") {
                sections[section, default: [:]][key.trimmed] = PlaceholderText(text.trimmed)
            }
        }
    }

    package subscript<Key>(section: String) -> Section<Key> {
        Section(name: section, texts: sections[section] ?? [:])
    }
}

extension Language {
    private static let loaded = Mutex<[Language: LanguageTexts]>([:])

    /// The texts, which are read from their file once.
    package var texts: LanguageTexts {
        Self.loaded.withLock { loaded in
            if let texts = loaded[self] { return texts }
            let texts = LanguageTexts(Resource.all["texts/\(rawValue).ini"]?.text ?? "")
            loaded[self] = texts
            return texts
        }
    }

    private enum HeaderKey: String { case tag, name, direction }

    private var header: LanguageTexts.Section<HeaderKey> { texts[""] }

    /// Tag for the `lang` attribute, more exact where the texts are.
    package var htmlTag: String { header[.tag].text }

    /// In which direction it is written.
    package var direction: TextDirection { TextDirection(rawValue: header[.direction].text) ?? .leftToRight }

    /// As those who speak it call it.
    package var ownName: String { header[.name].text }
}
