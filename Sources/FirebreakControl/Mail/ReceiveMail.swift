import FirebreakOperations
import FirebreakStore
package import FirebreakWire

/// A mail that an app sends to the server, as its connection brought it.
package struct IncomingMail: Sendable {
    /// Of the envelope; `nil` for none.
    package var sender: String?
    /// Of the envelope: one or more.
    package var recipients: [String]
    /// The user name of the app's login.
    package var login: String?
    /// Address of the client.
    package var client: String?
    /// The whole mail (RFC 5322).
    package var content: [UInt8]

    package init(sender: String?, recipients: [String], login: String?, client: String?, content: [UInt8]) {
        self.sender = sender
        self.recipients = recipients
        self.login = login
        self.client = client
        self.content = content
    }
}

/// Puts mails that apps send into the outbox (firebreak.md section 5.6): one with a link or code that an admin asked for
/// becomes the mail of that message, every other one is a message by itself, one for each recipient.
package struct ReceiveMail: Sendable {
    private let control: ControlServices

    package init(_ control: ControlServices) { self.control = control }

    /// - Returns: The IDs of its messages.
    /// - Throws: ``WireError`` for a project that cannot be, ``StorageFailure``.
    @discardableResult
    package func receive(_ incoming: IncomingMail) async throws -> [String] {
        let mail = MailReader.read(incoming.content, sender: incoming.sender)
        let marks = ActionMarks(in: mail)
        var recipients: [String] = []
        for recipient in incoming.recipients.map(EmailAddress.folded)
        where !recipients.contains(where: { EmailAddress.areSame($0, recipient) }) {
            recipients.append(recipient)
        }
        var rest = recipients
        var ids: [String] = []
        if !marks.codes.isEmpty {
            for project in try projects(marks, incoming.login) where try await project.exists {
                guard let joined = try await join(mail, marks.codes, recipients, in: project) else { continue }
                ids.append(joined.id)
                rest.removeAll { EmailAddress.areSame($0, joined.recipient) }
                // Copies for others belong to the same project.
                return try await ids + add(mail, to: rest, incoming, in: project)
            }
        }
        return try await add(mail, to: rest, incoming, in: requestedProject(Self.project(of: incoming.login)))
    }

    /// Where a code of the mail may be: where the keys beside it lead, then the login's project, then the default one.
    private func projects(_ marks: ActionMarks, _ login: String?) throws(WireError) -> [Project] {
        var ids: [ProjectID] = []
        for key in marks.keys {
            if let id = try? control.services.projectID(of: key) { ids.append(id) }  // else it is a key of no project
        }
        ids += [Self.project(of: login), control.services.defaultProject].compactMap(\.self)
        var projects: [Project] = []
        for id in ids where id.isValid && !projects.contains(where: { $0.id == id }) {
            projects.append(try control.services.requestedProject(id))
        }
        return projects
    }

    private func requestedProject(_ id: ProjectID?) throws(WireError) -> Project {
        try control.services.requestedProject(id ?? control.services.defaultProject)
    }

    /// The project that an app's user name is; `nil` for a name that is an address, as with a mail service.
    package static func project(of login: String?) -> ProjectID? {
        let id = login.map(ProjectID.init(rawValue:))
        return id?.isValid == true && id?.rawValue.containsBytes(of: "@") == false ? id : nil
    }

    // MARK: Records

    private func join(
        _ mail: ReceivedMail, _ codes: [String], _ recipients: [String], in project: Project
    ) async throws -> Message? {
        try await write(in: project) { tx, _ in try tx.join(mail, toMessageOf: codes, sentTo: recipients) }
    }

    private func add(
        _ mail: ReceivedMail, to recipients: [String], _ incoming: IncomingMail, in project: Project
    ) async throws -> [String] {
        guard !recipients.isEmpty else { return [] }
        var request: JSON = .emptyObject
        request["userAgent"] = mail.mailer.map(JSON.string)
        request["ip"] = incoming.client.map(JSON.string)
        return try await write(in: project) { [request] tx, now in
            try recipients.map { recipient in
                var message = Message(
                    id: project.random.messageID(), channel: .email, type: Message.appType, delivery: .app,
                    recipient: recipient, locale: mail.language ?? "und", createdAt: now, request: request)
                message.mail = mail
                return try tx.insert(message).id
            }
        }
    }

    private func write<Value: Sendable>(
        in project: Project, _ body: @escaping @Sendable (Transaction, Timestamp) throws -> Value
    ) async throws -> Value {
        let services = control.services
        let settings = try await project.settings()
        let now = settings.clock.time(at: services.now())
        let destinations = services.deliveries.destinations(of: project.id, settings.rules)
        if !destinations.isEmpty { await services.noteDeliveries(of: project.id) }
        return try await project.write(at: now) { tx in
            tx.destinations = destinations
            return try body(tx, now)
        } afterwards: { effects in
            for message in effects.messages + effects.joinedMessages { message.log(to: services.logger) }
            if !effects.deliveries.isEmpty { services.deliveries.wake(project.id, effects.deliveries) }
        }
    }
}

/// What a mail has that may be an action code, and what may be the API key beside it: in links, also in links inside of
/// links, and by itself.
struct ActionMarks {
    private static let maximumCount = 200
    private static let maximumLength = 1000
    /// A link in a parameter is escaped, and one that an app puts into a link of its own twice.
    private static let levels = 3

    private(set) var codes: [String] = []
    private(set) var keys: [String] = []

    init(in mail: ReceivedMail) {
        for text in [mail.text, mail.html].compactMap(\.self) {
            var bytes = Array(text.utf8)[...]
            for level in 1...Self.levels {
                look(in: bytes)
                guard level < Self.levels, bytes.contains(UInt8(ascii: "%")) else { break }
                bytes = Array(PercentEncoding.decode(bytes).utf8)[...]
            }
        }
    }

    private mutating func look(in text: ArraySlice<UInt8>) {
        var rest = text
        while let start = rest.firstIndex(where: Self.isOfCode) {
            let run = rest[start...].prefix(while: Self.isOfCode)
            if run.count == CodeSender.codeLength { Self.add(run, to: &codes) }
            rest = rest[run.endIndex...]
        }
        for value in Self.values(of: "oobCode=", in: text) { Self.add(value, to: &codes) }
        for value in Self.values(of: "apiKey=", in: text) { Self.add(value, to: &keys) }
    }

    private static func isOfCode(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func add(_ text: ArraySlice<UInt8>, to list: inout [String]) {
        guard list.count < maximumCount, let text = String(validating: text, as: UTF8.self)?.nonEmpty else { return }
        if !list.contains(where: text.hasSameBytes) { list.append(text) }
    }

    private static func values(of name: String, in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        let name = Array(name.utf8)
        var values: [ArraySlice<UInt8>] = []
        var rest = text
        while values.count < maximumCount, let range = rest.firstRange(of: name) {
            let value = rest[range.upperBound...].prefix(maximumLength).prefix {
                $0 > UInt8(ascii: " ") && !"&\"'<>#".utf8.contains($0)
            }
            // It may be escaped itself: once more than the link around it.
            values.append(Array(PercentEncoding.decode(value).utf8)[...])
            rest = rest[range.upperBound...]
        }
        return values
    }
}
