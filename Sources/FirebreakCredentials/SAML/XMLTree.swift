import CLibXML2
import FirebreakWire

/// A document that libxml2 parsed and that is freed with this object.
///
/// Nothing is fetched, a document type ends the parsing, and so there are no entities but the predefined ones.
final class XMLTree {
    let document: xmlDocPtr
    /// The functions of the library.
    let xml: libxml2

    /// Largest accepted document in bytes: identity providers send some ten thousand.
    static let maximumBytes = Limit.samlResponse.maximum
    /// Maximum number of open elements; the relevant ones are far less deep.
    static let maximumDepth = 64

    /// `nil` if the system has no libxml2. It has to be set up once, before threads use it.
    private static let library: libxml2? = {
        guard let library = libxml2_load()?.pointee else { return nil }
        library.xmlInitParser()
        return library
    }()

    /// - Throws: ``SAMLFailure/unreadable``, ``SAMLFailure/documentType``, ``SAMLFailure/libraryMissing``
    init(parsing bytes: [UInt8]) throws(SAMLFailure) {
        guard let xml = Self.library else { throw .libraryMissing }
        self.xml = xml
        guard bytes.count <= Self.maximumBytes, let context = xml.xmlNewParserCtxt() else { throw .unreadable }
        defer { xml.xmlFreeParserCtxt(context) }
        context.pointee.sax?.pointee.internalSubset = { context, _, _, _ in
            guard let context = context?.assumingMemoryBound(to: xmlParserCtxt.self) else { return }
            // The parser's own member for what the application wants to remember.
            context.pointee._private = UnsafeMutableRawPointer(context)
            XMLTree.library?.xmlStopParser(context)
        }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        let document = bytes.withUnsafeBytes { bytes in
            xml.quietly {
                xml.xmlCtxtReadMemory(
                    context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, nil,
                    Int32(options))
            }
        }
        guard context.pointee._private == nil else {
            xml.xmlFreeDoc(document)
            throw .documentType
        }
        guard let document else { throw .unreadable }
        self.document = document
        guard isShallow else { throw .unreadable }
    }

    deinit { xml.xmlFreeDoc(document) }

    /// - Throws: ``SAMLFailure/unreadable`` if there is no element.
    func root() throws(SAMLFailure) -> XMLElement {
        guard let pointer = xml.xmlDocGetRootElement(document) else { throw .unreadable }
        return XMLElement(pointer, of: self)
    }

    /// Every element, parents before children.
    var elements: [XMLElement] {
        var found: [XMLElement] = []
        var open = xml.xmlDocGetRootElement(document).map { [XMLElement($0, of: self)] } ?? []
        while let element = open.popLast() {
            found.append(element)
            open += element.children.reversed()
        }
        return found
    }

    private var isShallow: Bool {
        var level = xml.xmlDocGetRootElement(document).map { [XMLElement($0, of: self)] } ?? []
        for _ in 0..<Self.maximumDepth where !level.isEmpty { level = level.flatMap(\.children) }
        return level.isEmpty
    }
}

extension libxml2 {
    /// Runs a function of the library that looks for mistakes. Some kinds, such as those of identifiers and of canonical
    /// XML, it would write to standard error whatever the options say, with the document's words, which are those of a
    /// stranger.
    func quietly<Result>(_ body: () -> Result) -> Result {
        let handler = __xmlStructuredError()
        let former = handler?.pointee
        handler?.pointee = { _, _ in }
        defer { handler?.pointee = former }
        return body()
    }
}
