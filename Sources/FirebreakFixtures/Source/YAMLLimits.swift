import CYaml
import FirebreakWire

/// Refuses YAML that is small to write and large to read, before it is composed.
///
/// It checks the parser's events, in which an alias is always an alias. Composing comes later: it hashes keys with
/// their entire contents, and nested aliases expand to a lot of content.
struct YAMLLimits {
    /// Deeper documents are refused.
    static let maximumDepth = Limit.yamlDepth.maximum
    static let maximumAliases = Limit.yamlAliases.maximum

    /// A problem and its position, counted from 1.
    struct Failure: Error {
        var line: Int
        var column: Int
        var message: String
    }

    /// An open sequence or mapping.
    private struct Collection {
        /// The name by which aliases refer to it.
        var anchor: String?
        /// The number of values before it.
        var firstValue: Int
        let isMapping: Bool
        /// Whether the next value is a key.
        var expectsKey: Bool
    }

    private var open: [Collection] = []
    /// The number of values in each anchor.
    private var sizes: [String: Int] = [:]
    private var values = 0
    private var aliases = 0

    private init() {}

    /// - Throws: ``Failure`` for too many values, aliases or levels, and for keys that are not texts. Invalid YAML
    ///   passes: the parser reports it later.
    static func check(_ text: String) throws(Failure) {
        var text = text
        let failure = text.withUTF8 { bytes -> Failure? in
            var parser = yaml_parser_t()
            guard yaml_parser_initialize(&parser) == 1 else { return nil }
            defer { yaml_parser_delete(&parser) }
            return withUnsafeMutablePointer(to: &parser) { parser in
                yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
                yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
                var limits = YAMLLimits()
                do throws(Failure) { try limits.readEvents(parser) } catch { return error }
                return nil
            }
        }
        if let failure { throw failure }
    }

    private mutating func readEvents(_ parser: UnsafeMutablePointer<yaml_parser_t>) throws(Failure) {
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { return }
            defer { yaml_event_delete(&event) }
            switch event.type {
            case YAML_STREAM_END_EVENT: return
            case YAML_SCALAR_EVENT:
                try count(1, event)
                note(event.data.scalar.anchor, size: 1)
                endValue()
            case YAML_ALIAS_EVENT:
                aliases += 1
                guard aliases <= Self.maximumAliases else {
                    throw failure(
                        event, "more than \(Self.maximumAliases) aliases (*name); use defaults or a factory instead")
                }
                try requireNoKey(event)
                try count(Self.name(event.data.alias.anchor).flatMap { sizes[$0] } ?? 1, event)
                endValue()
            case YAML_SEQUENCE_START_EVENT:
                try begin(event, anchor: event.data.sequence_start.anchor, isMapping: false)
            case YAML_MAPPING_START_EVENT:
                try begin(event, anchor: event.data.mapping_start.anchor, isMapping: true)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
                if let ended = open.popLast(), let anchor = ended.anchor { sizes[anchor] = values - ended.firstValue }
                endValue()
            default: break
            }
        }
    }

    private mutating func begin(
        _ event: yaml_event_t, anchor: UnsafeMutablePointer<yaml_char_t>?, isMapping: Bool
    ) throws(Failure) {
        try requireNoKey(event)
        guard open.count < Self.maximumDepth else {
            throw failure(event, "values are nested deeper than \(Self.maximumDepth) levels")
        }
        let firstValue = values
        try count(1, event)
        open.append(
            Collection(
                anchor: Self.name(anchor), firstValue: firstValue, isMapping: isMapping, expectsKey: isMapping))
    }

    private func requireNoKey(_ event: yaml_event_t) throws(Failure) {
        if open.last?.expectsKey == true { throw failure(event, "a key must be a text") }
    }

    private mutating func count(_ added: Int, _ event: yaml_event_t) throws(Failure) {
        values += added
        guard values <= JSON.maximumValues else { throw failure(event, "the document has too many values") }
    }

    private mutating func note(_ anchor: UnsafeMutablePointer<yaml_char_t>?, size: Int) {
        if let name = Self.name(anchor) { sizes[name] = size }
    }

    /// In a mapping, keys and values alternate.
    private mutating func endValue() {
        guard let last = open.indices.last, open[last].isMapping else { return }
        open[last].expectsKey.toggle()
    }

    private static func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        anchor.map { String(cString: $0) }
    }

    private func failure(_ event: yaml_event_t, _ message: String) -> Failure {
        Failure(line: event.start_mark.line + 1, column: event.start_mark.column + 1, message: message)
    }
}
