#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The functions of libxml2 that are used here.
///
/// The library is opened when the first document is read: few servers ever read one, and loading it and what it needs takes
/// a noticeable part of a server's start. So no headers of it are needed to build. What has members for a program that has
/// the headers is opaque here: their order is another one in each version.
struct LibXML2: Sendable {
    typealias Document = OpaquePointer
    typealias Node = OpaquePointer
    typealias Reader = OpaquePointer
    typealias OutputBuffer = OpaquePointer
    /// A text in UTF-8 that a NUL ends.
    typealias Text = UnsafePointer<UInt8>
    /// Whether a node is written: what was given for it, the node, and the element that it is in.
    typealias IsVisible = @convention(c) (UnsafeMutableRawPointer?, Node?, Node?) -> CInt
    typealias ErrorHandler = @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

    /// The bytes, how many, address and encoding, options.
    let xmlReadMemory:
        @convention(c) (UnsafePointer<CChar>?, CInt, UnsafePointer<CChar>?, UnsafePointer<CChar>?, CInt)
            -> Document?
    let xmlFreeDoc: @convention(c) (Document?) -> Void
    /// The document type, if there is one.
    let xmlGetIntSubset: @convention(c) (Document?) -> Node?

    /// Goes through a document that was read.
    let xmlReaderWalker: @convention(c) (Document?) -> Reader?
    let xmlFreeTextReader: @convention(c) (Reader?) -> Void
    /// Goes to the next node; 1 if there is one.
    let xmlTextReaderRead: @convention(c) (Reader?) -> CInt
    let xmlTextReaderNodeType: @convention(c) (Reader?) -> CInt
    /// 0 for the root.
    let xmlTextReaderDepth: @convention(c) (Reader?) -> CInt
    let xmlTextReaderCurrentNode: @convention(c) (Reader?) -> Node?
    let xmlTextReaderConstLocalName: @convention(c) (Reader?) -> Text?
    let xmlTextReaderConstNamespaceUri: @convention(c) (Reader?) -> Text?
    let xmlTextReaderConstValue: @convention(c) (Reader?) -> Text?
    /// Goes to the next attribute; 1 if there is one.
    let xmlTextReaderMoveToNextAttribute: @convention(c) (Reader?) -> CInt
    /// 1 if the attribute declares a namespace.
    let xmlTextReaderIsNamespaceDecl: @convention(c) (Reader?) -> CInt

    let xmlAllocOutputBuffer: @convention(c) (OpaquePointer?) -> OutputBuffer?
    let xmlOutputBufferGetContent: @convention(c) (OutputBuffer?) -> Text?
    let xmlOutputBufferGetSize: @convention(c) (OutputBuffer?) -> Int
    let xmlOutputBufferClose: @convention(c) (OutputBuffer?) -> CInt
    /// The document, what is visible and what to ask that with, mode, prefixes (a list that `NULL` ends), whether comments
    /// are written, and where to.
    let xmlC14NExecute:
        @convention(c) (
            Document?, IsVisible?, UnsafeMutableRawPointer?, CInt, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
            CInt, OutputBuffer?
        ) -> CInt
    /// Where this thread's handler of errors is.
    private let structuredError: @convention(c) () -> UnsafeMutablePointer<ErrorHandler?>?

    /// Fetch nothing, and write neither errors nor warnings.
    static let options: CInt = 1 << 11 | 1 << 5 | 1 << 6
    static let inclusive: CInt = 0
    static let exclusive: CInt = 1

    /// Kinds of nodes as ``xmlTextReaderNodeType`` tells them.
    enum NodeType: CInt {
        case element = 1
        case text = 3
        case characterData = 4
        case whitespace = 13
        case significantWhitespace = 14
        case endOfElement = 15
    }

    /// `nil` if the system does not have the library, or one without these functions.
    static let library = try? LibXML2()

    private static var files: [String] {
        #if canImport(Darwin)
            ["/usr/lib/libxml2.2.dylib"]
        #else
            // Version 2.14 changed structures, which nothing here looks into, and with them the number.
            ["libxml2.so.2", "libxml2.so.16"]
        #endif
    }

    private struct Missing: Error {}

    private init() throws {
        guard let library = Self.files.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw Missing()
        }
        /// The function of this name; its type has to be the one that the library's headers declare.
        func find<Function>(_ name: String) throws -> Function {
            guard let function = dlsym(library, name) else { throw Missing() }
            return unsafeBitCast(function, to: Function.self)
        }
        xmlReadMemory = try find("xmlReadMemory")
        xmlFreeDoc = try find("xmlFreeDoc")
        xmlGetIntSubset = try find("xmlGetIntSubset")
        xmlReaderWalker = try find("xmlReaderWalker")
        xmlFreeTextReader = try find("xmlFreeTextReader")
        xmlTextReaderRead = try find("xmlTextReaderRead")
        xmlTextReaderNodeType = try find("xmlTextReaderNodeType")
        xmlTextReaderDepth = try find("xmlTextReaderDepth")
        xmlTextReaderCurrentNode = try find("xmlTextReaderCurrentNode")
        xmlTextReaderConstLocalName = try find("xmlTextReaderConstLocalName")
        xmlTextReaderConstNamespaceUri = try find("xmlTextReaderConstNamespaceUri")
        xmlTextReaderConstValue = try find("xmlTextReaderConstValue")
        xmlTextReaderMoveToNextAttribute = try find("xmlTextReaderMoveToNextAttribute")
        xmlTextReaderIsNamespaceDecl = try find("xmlTextReaderIsNamespaceDecl")
        xmlAllocOutputBuffer = try find("xmlAllocOutputBuffer")
        xmlOutputBufferGetContent = try find("xmlOutputBufferGetContent")
        xmlOutputBufferGetSize = try find("xmlOutputBufferGetSize")
        xmlOutputBufferClose = try find("xmlOutputBufferClose")
        xmlC14NExecute = try find("xmlC14NExecute")
        structuredError = try find("__xmlStructuredError")
        // Once, before threads use the library.
        let xmlInitParser: @convention(c) () -> Void = try find("xmlInitParser")
        xmlInitParser()
    }

    /// Runs a function of the library that looks for mistakes. Some kinds, such as those of identifiers and of canonical
    /// XML, it would write to standard error whatever the options say, with the document's words, which are those of a
    /// stranger.
    func quietly<Result>(_ body: () -> Result) -> Result {
        let handler = structuredError()
        let former = handler?.pointee
        handler?.pointee = { _, _ in }
        defer { handler?.pointee = former }
        return body()
    }
}
