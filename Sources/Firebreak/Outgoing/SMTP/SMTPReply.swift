/// A server's reply to a command: a code and lines of text.
struct SMTPReply: Sendable, Equatable {
    var code: Int
    var lines: [String]

    /// 2yz.
    var isSuccess: Bool { (200..<300).contains(code) }
    /// 3yz: the server waits for more.
    var isContinuation: Bool { (300..<400).contains(code) }
    /// 5yz: the same command will be refused again.
    var isPermanentFailure: Bool { (500..<600).contains(code) }

    /// Code and text on one line.
    var text: String { ([String(code)] + lines.filter { !$0.isEmpty }).joined(separator: " ") }
}
