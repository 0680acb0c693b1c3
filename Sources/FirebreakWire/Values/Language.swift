/// The languages that have built-in texts; the raw value is the language tag by which they are chosen, and the name of
/// their file.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case japanese = "ja"
    case korean = "ko"
    case portuguese = "pt"
    case russian = "ru"
    case chinese = "zh"
    /// In traditional characters.
    case traditionalChinese = "zh-TW"
    case italian = "it"
    case dutch = "nl"
    case polish = "pl"
    case turkish = "tr"
    case ukrainian = "uk"
    case vietnamese = "vi"
    case indonesian = "id"
    case finnish = "fi"
    case arabic = "ar"
    case hebrew = "he"

    /// By tags in lower case. Those of places and scripts with traditional characters choose them, and the codes that
    /// Hebrew and Indonesian had before choose these: the service and Java still write them.
    private static let byTag: [String: Language] = {
        var languages = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
        for tag in ["zh-hant", "zh-hk", "zh-mo"] { languages[tag] = .traditionalChinese }
        languages["iw"] = .hebrew
        languages["in"] = .indonesian
        return languages
    }()

    /// Finds the best language for a tag, a code of the service such as `pt_br`, a POSIX locale name or the value of an
    /// `Accept-Language` header.
    package init?(matching request: String) {
        let wishes = request.separated(by: ",").compactMap(Self.wish)
        let byWeight = wishes.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        guard let best = byWeight.lazy.compactMap({ Self(tag: $0.element.tag) }).first else { return nil }
        self = best
    }

    /// Looks a single tag up: as it is, then with its last subtags removed one by one.
    private init?(tag: Substring) {
        // "de_CH.UTF-8@euro": encoding and modifier say nothing about the language.
        let name = String(tag.unicodeScalars.prefix { $0 != "." && $0 != "@" }).lowercased()
        var subtags = name.substituting("_", with: "-").separated(by: "-", omittingEmptySubsequences: false)
        while !subtags.isEmpty {
            if let language = Self.byTag[subtags.joined(separator: "-")] {
                self = language
                return
            }
            subtags.removeLast()
        }
        return nil
    }

    /// Reads one element of an `Accept-Language` list, such as `fr;q=0.9`; `nil` if it is refused (`q=0`) or malformed.
    private static func wish(_ element: Substring) -> (tag: Substring, weight: Double)? {
        let parts = element.separated(by: ";").map { $0.trimmed[...] }
        guard let tag = parts.first, !tag.isEmpty else { return nil }
        var weight = 1.0
        for parameter in parts.dropFirst() {
            guard let weighed = parameter.rest(afterBytes: "q=") ?? parameter.rest(afterBytes: "Q=") else { continue }
            guard let value = Double(weighed), value > 0, value <= 1 else { return nil }
            weight = value
        }
        return (tag, weight)
    }
}
