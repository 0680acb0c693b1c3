import FirebreakModel
import Testing

@testable import FirebreakControl
@testable import FirebreakOperations
@testable import FirebreakPages
@testable import FirebreakWire

/// The files `texts/….ini`: each language has all texts that are asked for, and no other.
struct LanguageTextsTests {
    private static func names<Key: CaseIterable & RawRepresentable<String>>(
        _ type: Key.Type, without missing: Set<String> = []
    ) -> Set<String> {
        Set(type.allCases.map(\.rawValue)).subtracting(missing)
    }

    /// The names of texts by section.
    private static var expected: [String: Set<String>] {
        var expected = [
            "": ["tag", "name", "direction"], "mail": names(BuiltInMail.FrameKey.self),
            "sms": Set(MessageType.allCases.filter(\.isSMS).map(\.rawValue)),
            "page": names(ActionTexts.PageKey.self), "page password": names(ActionTexts.PasswordKey.self),
            "configuration": names(DefaultTemplates.FrameKey.self),
        ]
        for type in MessageType.allCases where !type.isSMS {
            let isReport = type == .recoverEmail || type == .revertSecondFactorAddition
            expected["mail \(type.rawValue)"] = names(
                BuiltInMail.TextKey.self, without: isReport ? [] : ["plainBefore", "instruction"])
        }
        for type in ActionCodeType.allCases where type != .emailSignIn {
            expected["page \(type.rawValue)"] = names(ActionTexts.ActionKey.self)
        }
        for kind in ActionPage.Refusal.Kind.allCases {
            expected["refusal \(kind.rawValue)"] = names(ActionTexts.RefusalKey.self)
        }
        for mail in DefaultTemplates.Mail.allCases {
            let isReport = mail == .changeEmailTemplate || mail == .revertSecondFactorAdditionTemplate
            expected["configuration \(mail.rawValue)"] = names(
                DefaultTemplates.MailKey.self, without: [isReport ? "after" : "instruction"])
        }
        return expected
    }

    @Test(arguments: Language.allCases)
    func `a language has every text, and none that is not asked for`(language: Language) {
        #expect(language.texts.sections.mapValues { Set($0.keys) } == Self.expected)
    }

    @Test(arguments: Language.allCases)
    func `a text has the placeholders of the English one, and is not blank`(language: Language) {
        for (section, texts) in Language.english.texts.sections {
            for (name, english) in texts {
                let text = language.texts.sections[section]?[name]?.text ?? ""
                #expect(placeholders(text) == placeholders(english.text), "[\(section)] \(name)")
                #expect(!text.isBlank, "[\(section)] \(name)")
            }
        }
    }

    private func placeholders(_ text: String) -> Set<Substring> { Set(text.matches(of: /%[A-Z_]+%/).map(\.0)) }

    @Test func `placeholders are known`() {
        let names = Language.english.texts.sections.values.flatMap(\.values).flatMap { placeholders($0.text) }
        let unknown = Set(names).filter {
            PlaceholderText.Placeholder(rawValue: $0.substituting("%", with: "")) == nil
        }

        // The pages put the number in themselves.
        #expect(unknown == ["%COUNT%"])
    }

    @Test(arguments: Language.allCases)
    func `no text is in a file twice, and every line is understood`(language: Language) throws {
        let file = try #require(Resource.all["texts/\(language.rawValue).ini"]).text
        let lines = file.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("[") }

        #expect(lines.count == language.texts.sections.values.map(\.count).reduce(0, +))
    }

    @Test(arguments: [("en", "en"), ("pt", "pt-BR"), ("zh", "zh-Hans"), ("zh-TW", "zh-Hant"), ("he", "he")])
    func `pages and mails say which language they are in`(tag: String, htmlTag: String) throws {
        #expect(try #require(Language(rawValue: tag)).htmlTag == htmlTag)
    }

    @Test(arguments: Language.allCases)
    func `a language says its direction, and texts from right to left begin with a letter of their own`(
        language: Language
    ) {
        let direction = language.texts.sections[""]?["direction"]?.text
        #expect(direction == (language.ownName.hasRightToLeftLetters ? "rtl" : "ltr"))
        #expect(language.direction.rawValue == direction)
        guard language.direction == .rightToLeft else { return }
        // Mails and SMS have no other sign of their direction. The new address stands at the beginning of a page's text.
        for (section, texts) in language.texts.sections where !section.isEmpty && !section.hasPrefix("page") {
            for (name, text) in texts {
                let first = text.text.first { $0.isLetter }
                #expect(first.map { String($0).hasRightToLeftLetters } == true, "[\(section)] \(name)")
            }
        }
    }

    /// Which would stay where they are in a page from right to left.
    @Test(arguments: ["design.css", "pages/page.css", "pages/action.css", "pages/sign-in.css"])
    func `styles of pages name no side`(name: String) throws {
        let style = try #require(Resource.all[name]).text
        let named = style.matches(of: /[\s;{\-](?:left|right)\s*:|(?:text-align|float)\s*:\s*(?:left|right)/)
        #expect(named.map { String($0.output) } == [])
        let sides = style.matches(of: /(?:margin|padding|inset)\s*:\s*[^\s;]+\s+([^\s;]+)\s+[^\s;]+\s+([^\s;]+);/)
        #expect(sides.filter { $0.output.1 != $0.output.2 }.map { String($0.output.0) } == [])
    }
}
