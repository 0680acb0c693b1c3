import FirebreakControl
import FirebreakHTTP
import FirebreakWire
import NIOCore

/// The server's side of SMTP (RFC 5321) with the extensions SIZE, 8BITMIME, SMTPUTF8, PIPELINING, AUTH and STARTTLS. It knows
/// bytes and replies, not connections.
///
/// Commands and the end of a mail are lines that end with CRLF and nothing else: where servers disagree about a lone CR or
/// LF, what one takes for the end of a mail is for the other the beginning of another mail.
struct SMTPSession {
    /// What is to be done next.
    enum Step {
        case reply(String)
        /// The connection is encrypted after the reply.
        case startTLS(String)
        /// The reply is what becomes of it.
        case deliver(IncomingMail)
        /// The connection is closed after the reply.
        case end(String)
    }

    /// Address of the client.
    var client: String?
    /// When the next step is overdue.
    private(set) var deadline: NIODeadline

    private enum Mode {
        case commands
        /// User name and password of AUTH LOGIN, or the only answer of AUTH PLAIN.
        case userName, password, credentials
        case mail
    }

    private let memory: RequestMemory
    private let offersTLS: Bool
    private let isRefused: Bool
    private var isEncrypted = false
    private var hasGreeted = false
    private var mode = Mode.commands
    private var login: String?
    private var hasLogin = false
    private var mail: IncomingMail?
    private var content: MailContent
    private var mistakes = 0

    /// Long enough for the answer of a login (RFC 4954 section 4).
    private static let maximumLine = 12_288
    private static let maximumAddress = 1000
    private static let maximumMistakes = 20
    private static let patience = TimeAmount.seconds(75)
    /// For a whole mail.
    private static let mailPatience = TimeAmount.minutes(5)

    /// - Parameters:
    ///   - memory: That all mails share which are being received.
    ///   - isRefused: Whether there are too many connections.
    init(_ memory: RequestMemory, offersTLS: Bool, isRefused: Bool = false) {
        self.memory = memory
        self.offersTLS = offersTLS
        self.isRefused = isRefused
        content = MailContent(memory.reserve())
        deadline = .now() + Self.patience
    }

    var greeting: Step {
        isRefused
            ? .end("421 4.7.0 There are too many connections") : .reply("220 firebreak ESMTP, mails go to its outbox")
    }

    /// Whether a mail has begun.
    var isReceiving: Bool { mode == .mail }

    /// Takes what a step needs from what was received.
    ///
    /// - Returns: `nil` if more is needed.
    mutating func next(_ received: inout ByteBuffer) -> Step? {
        guard mode != .mail else { return endOfMail(&received) }
        guard let line = line(&received) else {
            return received.readableBytes > Self.maximumLine ? .end("500 5.5.2 The line is too long") : nil
        }
        deadline = .now() + Self.patience
        guard let text = String(validating: line, as: UTF8.self),
            !text.utf8.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\t") || $0 == 0x7F })
        else { return mistake("500 5.5.2 A command is a line of text that ends with CRLF") }
        switch mode {
        case .commands: return command(text)
        case .userName, .password, .credentials: return answer(text)
        case .mail: return nil
        }
    }

    /// A line without its CRLF.
    private func line(_ received: inout ByteBuffer) -> [UInt8]? {
        let bytes = received.readableBytesView.prefix(Self.maximumLine + 2)
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if end > bytes.startIndex, bytes[end - 1] == UInt8(ascii: "\r") {
                defer { received.moveReaderIndex(forwardBy: end + 1 - bytes.startIndex) }
                return Array(bytes[bytes.startIndex..<(end - 1)])
            }
            start = end + 1
        }
        return nil
    }

    private mutating func mistake(_ reply: String) -> Step {
        mistakes += 1
        return mistakes < Self.maximumMistakes ? .reply(reply) : .end("421 4.7.0 That was one mistake too many")
    }

    // MARK: Commands

    private mutating func command(_ line: String) -> Step {
        let (word, rest) = line.parted(at: " ") ?? (line[...], "")
        let argument = rest.trimmed
        switch word.uppercased() {
        case "EHLO": return greet(argument, isExtended: true)
        case "HELO": return greet(argument, isExtended: false)
        case "STARTTLS": return startTLS(argument)
        case "AUTH": return authenticate(argument)
        case "MAIL": return begin(argument)
        case "RCPT": return add(argument)
        case "DATA": return data(argument)
        case "RSET":
            mail = nil
            return .reply("250 2.0.0 Ok")
        case "NOOP": return .reply("250 2.0.0 Ok")
        case "VRFY": return .reply("252 2.5.0 Every address has a mailbox here")
        case "HELP": return .reply("214 2.0.0 Mails that come here go to the outbox of a project, and nowhere else")
        case "QUIT": return .end("221 2.0.0 Bye")
        // A page that a browser shows can send a form to any port; what is in it must not be a mail.
        case "CONNECT", "DELETE", "GET", "HEAD", "HOST:", "OPTIONS", "PATCH", "POST", "PUT":
            return .end("554 5.7.0 This is a mail server")
        default: return mistake("500 5.5.1 There is no such command")
        }
    }

    private mutating func greet(_ name: String, isExtended: Bool) -> Step {
        guard !name.isEmpty else { return mistake("501 5.5.4 Who are you?") }
        hasGreeted = true
        mail = nil
        guard isExtended else { return .reply("250 firebreak") }
        var lines = [
            "firebreak", "PIPELINING", "SIZE \(Limit.mail.maximum)", "8BITMIME", "SMTPUTF8", "ENHANCEDSTATUSCODES",
            "AUTH PLAIN LOGIN",
        ]
        if offersTLS, !isEncrypted { lines.append("STARTTLS") }
        return .reply(
            lines.enumerated().map { "250\($0 == lines.count - 1 ? " " : "-")\($1)" }.joined(separator: "\r\n"))
    }

    private mutating func startTLS(_ argument: String) -> Step {
        guard offersTLS, !isEncrypted else { return mistake("502 5.5.1 There is no TLS here") }
        guard argument.isEmpty else { return mistake("501 5.5.4 STARTTLS takes nothing") }
        isEncrypted = true
        hasGreeted = false
        login = nil
        hasLogin = false
        mail = nil
        return .startTLS("220 2.0.0 Go ahead")
    }

    private mutating func begin(_ argument: String) -> Step {
        guard hasGreeted else { return mistake("503 5.5.1 Say EHLO first") }
        guard mail == nil else { return mistake("503 5.5.1 A mail has begun already") }
        guard let (address, parameters) = Self.path(argument, after: "FROM:") else {
            return mistake("501 5.1.7 The sender is <address>")
        }
        for parameter in parameters {
            let (name, value) = parameter.parted(at: "=") ?? (parameter, "")
            switch name.uppercased() {
            case "SIZE":
                guard !value.isEmpty, value.utf8.allSatisfy(\.isASCIIDigit) else {
                    return mistake("501 5.5.4 SIZE is a number of bytes")
                }
                guard Limit.mail.allows(Int(value) ?? .max) else {
                    return .reply("552 5.3.4 \(Limit.mail.sentence)")
                }
            case "AUTH", "BODY", "ENVID", "RET", "SMTPUTF8": break
            default: return mistake("555 5.5.4 There is no parameter \(String(name).visible)")
            }
        }
        mail = IncomingMail(
            sender: address.nonEmpty, recipients: [], login: login, client: client, content: [])
        return .reply("250 2.1.0 Ok")
    }

    private mutating func add(_ argument: String) -> Step {
        guard let count = mail?.recipients.count else { return mistake("503 5.5.1 Say MAIL first") }
        guard let (address, _) = Self.path(argument, after: "TO:"), !address.isEmpty else {
            return mistake("501 5.1.3 A recipient is <address>")
        }
        guard Limit.mailRecipients.allows(count + 1) else {
            return .reply("452 4.5.3 A mail may have at most \(Limit.mailRecipients.amount) recipients")
        }
        if mail?.recipients.contains(where: address.hasSameBytes) == false { mail?.recipients.append(address) }
        return .reply("250 2.1.5 Ok")
    }

    /// `FROM:<address> NAME=VALUE …`, also with spaces around the address or without brackets, as some programs write it.
    private static func path(_ argument: String, after word: String) -> (address: String, parameters: [Substring])? {
        guard argument.prefix(word.count).uppercased().hasSameBytes(as: word) else { return nil }
        let rest = String(argument.dropFirst(word.count)).trimmed
        let path: (before: Substring, after: Substring)
        if let bracketed = rest.rest(afterBytes: "<") {
            // What is quoted may have a bracket in it.
            guard let end = bracketed.parted(atLast: ">") else { return nil }
            path = end
        } else {
            path = rest.parted(at: " ") ?? (rest[...], "")
        }
        // A route before the address is to be ignored (RFC 5321 appendix C).
        let address = path.before.startsWithBytes(of: "@") ? path.before.parted(at: ":")?.after ?? "" : path.before
        guard address.utf8.count <= maximumAddress, !address.utf8.contains(UInt8(ascii: "\t")) else { return nil }
        return (String(address), path.after.separated(by: " "))
    }

    // MARK: Logins

    private mutating func authenticate(_ argument: String) -> Step {
        guard hasGreeted, mail == nil else { return mistake("503 5.5.1 Not now") }
        guard !hasLogin else { return mistake("503 5.5.1 There was a login already") }
        let (mechanism, rest) = argument.parted(at: " ") ?? (argument[...], "")
        let initial = rest.trimmed
        switch mechanism.uppercased() {
        case "PLAIN":
            mode = .credentials
            return initial.isEmpty ? .reply("334 ") : answer(initial)
        case "LOGIN":
            mode = .userName
            return initial.isEmpty ? .reply("334 VXNlcm5hbWU6") : answer(initial)
        default: return mistake("504 5.5.4 Logins are PLAIN and LOGIN")
        }
    }

    private mutating func answer(_ text: String) -> Step {
        let asked = mode
        mode = .commands
        let decoded = text.hasSameBytes(as: "=") ? [] : Base64.decode(text)
        guard !text.hasSameBytes(as: "*"), let decoded, let answer = String(validating: decoded, as: UTF8.self) else {
            return mistake("501 5.5.2 That is no login")
        }
        switch asked {
        case .userName:
            login = answer.nonEmpty
            mode = .password
            return .reply("334 UGFzc3dvcmQ6")
        case .credentials:
            // An identity to act as, the user name, the password (RFC 4616).
            let parts = answer.separated(by: "\0", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return mistake("501 5.5.2 That is no login") }
            login = String(parts[1]).nonEmpty
        case .password, .commands, .mail: break
        }
        hasLogin = true
        let project = ReceiveMail.project(of: login)
        return .reply(
            "235 2.7.0 Mails go to \(project.map { "project \($0.rawValue.visible)" } ?? "the default project")")
    }

    // MARK: The mail

    private mutating func data(_ argument: String) -> Step {
        guard mail?.recipients.isEmpty == false else { return mistake("503 5.5.1 Say MAIL and RCPT first") }
        guard argument.isEmpty else { return mistake("501 5.5.4 DATA takes nothing") }
        mode = .mail
        content = MailContent(memory.reserve())
        deadline = .now() + Self.mailPatience
        return .reply("354 Go ahead; a line of one dot ends the mail")
    }

    private mutating func endOfMail(_ received: inout ByteBuffer) -> Step? {
        guard content.take(&received) else { return nil }
        mode = .commands
        deadline = .now() + Self.patience
        defer {
            mail = nil
            content = MailContent(memory.reserve())
        }
        guard let problem = content.problem else {
            guard var mail else { return .reply("250 2.0.0 Ok") }
            mail.content = content.bytes
            return .deliver(mail)
        }
        return .reply(problem)
    }
}

/// The content of a mail as it comes: dots at the beginning of lines are doubled, and a line of one dot ends it (RFC 5321
/// section 4.5.2).
private struct MailContent {
    private enum Place {
        case lineStart, dot, dotAndReturn, line, `return`
    }

    private(set) var bytes: [UInt8] = []
    /// The reply to a mail that cannot be taken; it is read to its end nevertheless.
    private(set) var problem: String?
    private var place = Place.lineStart
    private let memory: RequestMemory.Reservation

    init(_ memory: RequestMemory.Reservation) { self.memory = memory }

    /// - Returns: Whether the mail has ended.
    mutating func take(_ received: inout ByteBuffer) -> Bool {
        let view = received.readableBytesView
        if problem == nil, !memory.grow(by: view.count) {
            problem = "452 4.3.1 There are too many large mails at the same time"
        }
        if problem != nil { bytes = [] }
        for index in view.indices {
            guard take(view[index]) else { continue }
            received.moveReaderIndex(forwardBy: index + 1 - view.startIndex)
            return true
        }
        received.moveReaderIndex(forwardBy: view.count)
        return false
    }

    /// - Returns: Whether it is the last byte.
    private mutating func take(_ byte: UInt8) -> Bool {
        let isReturn = byte == UInt8(ascii: "\r")
        switch place {
        case .lineStart where byte == UInt8(ascii: "."):
            place = .dot
            return false
        case .dot where isReturn:
            place = .dotAndReturn
            return false
        case .dotAndReturn where byte == UInt8(ascii: "\n"): return true
        case .dotAndReturn: append(UInt8(ascii: "\r"))
        case .return where byte == UInt8(ascii: "\n"):
            append(byte)
            place = .lineStart
            return false
        case .lineStart, .dot, .line, .return: break
        }
        append(byte)
        place = isReturn ? .return : .line
        return false
    }

    private mutating func append(_ byte: UInt8) {
        guard problem == nil else { return }
        guard Limit.mail.allows(bytes.count + 1) else {
            problem = "552 5.3.4 \(Limit.mail.sentence)"
            bytes = []
            return
        }
        bytes.append(byte)
    }
}
