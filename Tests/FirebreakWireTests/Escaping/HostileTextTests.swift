import FirebreakWire
import Foundation
import Testing

/// Every language that texts end in, with its special characters where Swift sees another character: before and after
/// scalars that form one character with them. What is written is read by a reader of the language where there is one.
struct HostileTextTests {
    /// Marks that become a part of the character before them.
    static let after = ["\u{301}", "\u{20D0}", "\u{200D}", "\u{FE0F}", "\u{E0100}", "\u{1F3FB}"]
    /// Signs that make the next scalar a part of theirs.
    static let before = ["\u{600}", "\u{605}", "\u{6DD}", "\u{70F}", "\u{110BD}"]

    static func texts(of special: [String]) -> [String] {
        var texts = after + before + ["e\u{301}", "\u{E9}", "\u{37E}", "\u{1FEF}", "\u{212A}"]
        for text in special {
            texts += [text, "a\(text)b", text + text]
            for mark in after { texts.append("a\(text)\(mark)b") }
            for sign in before {
                texts.append("a\(sign)\(text)b")
                for mark in after { texts.append(sign + text + mark) }
            }
        }
        return texts
    }

    private static func areSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// What a shell writes that runs a script.
    private static func sh(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(script.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    static let shell = texts(of: [
        "'", "\"", "$(echo run)", "`echo run`", "\\", ";", "&", "|", "\n", "\r\n", " ", "*", "!", "#",
    ])

    @Test func `a shell reads a word as the text that it was made of`() throws {
        let script = Self.shell.map { "printf '%s\\0' \(ShellWord.quoted($0))\n" }.joined()
        // Each text ends with U+0000, which none of them has.
        let read = try Self.sh(script).unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)

        #expect(read.count == Self.shell.count + 1)
        for (text, word) in zip(Self.shell, read) { #expect(Self.areSame(String(word), text)) }
    }

    @Test(arguments: shell + texts(of: [#"\'"#, #"\\"#, #"\\'"#, #"\"'"#, #"\'; touch x #"#]))
    func `fish reads a word as the text that it was made of`(text: String) {
        #expect(Self.areSame(Self.fish(ShellWord.quoted(text)) ?? "", text))
    }

    /// What fish makes of a word: in single quotes, a backslash escapes a quote and another backslash; outside of them,
    /// what is not a letter.
    ///
    /// - Returns: `nil` for what is more than a word, or less.
    private static func fish(_ word: String) -> String? {
        var text = String.UnicodeScalarView()
        var isQuoted = false
        var rest = word.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\" where !isQuoted || rest.first == "'" || rest.first == "\\":
                guard let escaped = rest.popFirst(), !escaped.properties.isAlphabetic else { return nil }
                text.append(escaped)
            case "'": isQuoted.toggle()
            case _ where isQuoted || "-_./:@%+,".unicodeScalars.contains(scalar): text.append(scalar)
            case "a"..."z", "A"..."Z", "0"..."9": text.append(scalar)
            default: return nil
            }
        }
        return isQuoted ? nil : String(text)
    }

    @Test func `a shell reads a file of variables as the texts that it was made of`() throws {
        // A line feed stays written as such in a shell.
        let texts = Self.shell.filter { !$0.utf8.contains(0x0A) }
        let script = texts.enumerated().map { index, text in
            "V\(index)=\(DotenvValue.quoted(text))\nprintf '%s\\0' \"$V\(index)\"\n"
        }
        let read = try Self.sh(script.joined()).unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)

        #expect(read.count == texts.count + 1)
        for (text, word) in zip(texts, read) { #expect(Self.areSame(String(word), text)) }
        for text in Self.shell { #expect(!DotenvValue.quoted(text).utf8.contains(0x0A)) }
    }

    @Test(arguments: texts(of: ["<", ">", "&", "\"", "'", "</script>", "<!--", "]]>", "\r\n"]))
    func `markup has nothing of a text but the text`(text: String) throws {
        for escaped in [text.escapedHTML, text.escapedXML] {
            #expect(!escaped.utf8.contains { "<>\"'".utf8.contains($0) })
        }
        #expect(Self.areSame(Self.read(text.escapedHTML), text))
        #expect(Self.areSame(Self.read(text.escapedXML), text))

        let script = HTML(scriptData: ["key": .string(text)]).text
        #expect(!script.utf8.contains(UInt8(ascii: "<")))
        #expect(try JSON(parsing: script) == ["key": .string(text)])
    }

    private static func read(_ markup: String) -> String {
        [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&#10;", "\n"),
            ("&#13;", "\r"), ("&#9;", "\t"), ("&amp;", "&"),
        ].reduce(markup) { $0.substituting($1.0, with: $1.1) }
    }

    @Test(arguments: texts(of: ["\"", ",", "\n", "\r\n", "\"\"", "\",\""]))
    func `a field of CSV ends where the text does`(text: String) {
        for field in [CSV.field(text), CSV.field(text, alwaysQuoted: true)] {
            guard let content = field.rest(afterBytes: "\"")?.rest(beforeBytes: "\"") else {
                #expect(!field.utf8.contains { "\",\r\n".utf8.contains($0) })
                #expect(Self.areSame(field, text))
                continue
            }
            // Without doubled quotes there are none.
            #expect(!content.substituting("\"\"", with: "").utf8.contains(UInt8(ascii: "\"")))
            #expect(Self.areSame(content.substituting("\"\"", with: "\""), text))
        }
    }

    @Test(arguments: texts(of: ["\"", "\\", "\n", "\r\n", "/", "\u{2028}", "\u{7F}"]))
    func `JSON keeps texts, as values and as names`(text: String) throws {
        let value: JSON = .object([.init(text, .string(text))])

        #expect(try JSON(parsing: value.text) == value)
        #expect(try JSON(parsing: JSON.visible(value.bytes)) == value)
        #expect(JSONPointer.steps(of: JSONPointer.step(text)).map { Self.areSame($0, text) } == [true])
    }

    @Test(arguments: texts(of: ["/", "~", "~1", "%", "&", "=", "+", "#", "?", " ", "@", "\\", "\r\n"]))
    func `URLs and forms keep texts`(text: String) {
        #expect(Self.areSame(PercentEncoding.decode(PercentEncoding.encodeComponent(text).utf8), text))
        #expect(Self.areSame(PercentEncoding.decode(PercentEncoding.encode(text).utf8), text))
        let fields = FormURLEncoding.parse("\(FormURLEncoding.encode(text))=\(FormURLEncoding.encode(text))&b=c")
        #expect(fields.count == 2)
        #expect(fields.first.map { Self.areSame($0.name, text) && Self.areSame($0.value, text) } == true)
        let steps = JSONPointer.steps(of: JSONPointer.step(text) + JSONPointer.step("b"))
        #expect(steps.count == 2 && Self.areSame(steps[0], text))
    }

    @Test(
        arguments: texts(of: [
            "\u{1B}[2J", "\n", "\r\n", "\r", "\u{7}", "\u{7F}", "\u{9B}2J", "\u{85}", "\u{2028}", "\u{2029}",
            "\u{202E}", "\u{2066}", "\u{200F}", "\u{FEFF}", "\u{AD}",
        ]))
    func `a terminal, a log and a file name get nothing that acts`(text: String) {
        #expect(!text.visible.unicodeScalars.contains { $0.isHidden })
        #expect(!text.visibleLines.unicodeScalars.contains { $0.isHidden && $0 != "\n" })
        #expect(!text.fileName.unicodeScalars.contains { $0.isHidden || $0 == "/" || $0 == "\\" })
    }

    @Test func `what people write stays as it is`() {
        for text in ["é 日本 👩‍💻 👨‍👩‍👧 نامه‌ای \u{600}12", "a\\n"] {
            #expect(Self.areSame(text.visible, text))
            #expect(Self.areSame(text.visibleLines, text))
        }
        #expect("a\u{1B}\r\nb\n".visible == #"a\u{1B}\u{D}\nb\n"#)
        #expect("a\u{1B}\r\nb\n".visibleLines == "a\\u{1B}\nb\n")
        #expect(".a/b\u{202E}\\c".fileName == "_a_b__c")
    }
}
