import Firebreak
import FirebreakFixtures
import FirebreakWire
import Foundation

/// What these commands read of `firebase.json`, the file in which a suite says how the Firebase CLI runs its emulators.
struct FirebaseConfiguration: Sendable {
    /// Where an emulator listens, as far as the file says it.
    struct Address: Equatable, Sendable {
        /// IPv6 addresses without brackets.
        var host: String?
        /// 1 through 65535.
        var port: Int?

        /// Where clients on this machine reach it, `HOST:PORT`.
        ///
        /// - Parameter port: The emulator's own.
        fileprivate func hostAndPort(orPort port: Int) -> String? {
            EmulatorAddress(host: host ?? "127.0.0.1", port: self.port ?? port)?.description
        }
    }

    /// The name of the file.
    static let name = "firebase.json"

    /// The file; `nil` if there is none.
    private var source: FixtureSource?
    private(set) var auth = Address()
    /// `nil` where there is no section for it.
    private(set) var functions: Address?
    private(set) var hub = Address()
    /// `emulators.singleProjectMode`
    private(set) var isSingleProject = false
    /// The emulators that the Firebase CLI would run besides Auth, in the order of ``others``.
    private(set) var otherEmulators: [String] = []

    /// What the Firebase CLI runs besides Auth where the file has a section for it, below `emulators` or by itself.
    static let others = [
        "functions", "firestore", "database", "hosting", "pubsub", "storage", "eventarc", "dataconnect", "tasks",
        "apphosting",
    ]

    /// A file, or without one what counts then.
    ///
    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` that names file, line and column of every problem.
    init(file: String?) throws {
        guard let file else { return }
        guard let source = try CLIFile.read(file) else { return }
        self.source = source
        var reader = CLIFile.Reader()
        reader.object(source.value, FixturePath())
        let emulators = source.value["emulators"] ?? .emptyObject
        let path = FixturePath(["emulators"])
        reader.object(emulators, path)
        auth = reader.address(emulators["auth"], path / "auth") ?? auth
        functions = reader.address(emulators["functions"], path / "functions")
        hub = reader.address(emulators["hub"], path / "hub") ?? hub
        isSingleProject = reader.flag(emulators["singleProjectMode"], path / "singleProjectMode")
        if let port = hub.port, port == auth.port ?? 9099 {
            reader.refuse(path / "hub" / "port", "\(port) is the port of auth as well")
        }
        otherEmulators = Self.others.filter { source.value[$0] != nil || emulators[$0] != nil }
        try reader.check(source)
    }

    /// The nearest file from the working directory upwards, or without one what counts then.
    ///
    /// - Throws: As ``init(file:)``.
    init(_ environment: [String: String]) throws {
        try self.init(
            file: CLIFile.nearest(
                Self.name, from: FileManager.default.currentDirectoryPath, home: environment.variable("HOME")))
    }

    /// `HOST:PORT` of the Functions emulator, if the file has a section for it.
    var functionsHost: String? { functions?.hostAndPort(orPort: 5001) }

    /// Where the file says that Auth is, as clients on this machine reach it.
    var authURL: String { "http://" + (auth.hostAndPort(orPort: 9099) ?? "127.0.0.1:9099") }

    /// A failure with its place in the file, where that says where something listens.
    ///
    /// - Parameter error: Of a server that cannot listen where it is told to.
    func located(_ error: EmulatorError) -> CommandFailure? {
        guard let source, let place = error.place else { return nil }
        let (name, address, port) = place.use == .hub ? ("hub", hub, 4400) : ("auth", auth, 9099)
        // An option may say something else.
        guard address != Address(), place.port == address.port ?? port, place.host == address.host ?? "127.0.0.1"
        else { return nil }
        let problem = FixtureProblem(FixturePath(["emulators", name]), error.description)
        return CommandFailure(source.error([problem]).description, status: .usage)
    }
}

/// The projects that `.firebaserc` gives names to.
struct ProjectAliases: Sendable {
    /// The name of the file.
    static let name = ".firebaserc"

    let file: String
    /// Each with its project, in the order of the file.
    private let projects: [(alias: String, project: String)]

    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` that names file, line and column of every problem.
    init(file: String) throws {
        self.file = file
        guard let source = try CLIFile.read(file) else {
            projects = []
            return
        }
        var reader = CLIFile.Reader()
        reader.object(source.value, FixturePath())
        let section = source.value["projects"] ?? .emptyObject
        let path = FixturePath(["projects"])
        reader.object(section, path)
        projects = (section.objectValue ?? []).compactMap { member in
            reader.project(member.value, path / member.key).map { (member.key, $0) }
        }
        try reader.check(source)
    }

    /// The nearest file from a directory upwards.
    ///
    /// - Returns: `nil` if there is none.
    init?(from directory: String, home: String?) throws {
        guard let file = CLIFile.nearest(Self.name, from: directory, home: home) else { return nil }
        try self.init(file: file)
    }

    /// The project of a name; `nil` if the file does not have the name.
    subscript(alias: String) -> String? {
        projects.first { $0.alias.hasSameBytes(as: alias) }?.project
    }

    /// The project where none is named: that of `default`, or of the only name that there is.
    var defaultProject: String? {
        self["default"] ?? (projects.count == 1 ? projects.first?.project : nil)
    }
}

/// The project that a command is for, where something names one.
struct ProjectChoice: Equatable, Sendable {
    var id: String
    /// The file that it is from; `nil` if it is from a flag or a variable.
    var file: String?

    /// Looks at the flag, at the variables, at what `firebase use` chose, then at `.firebaserc`.
    ///
    /// - Parameters:
    ///   - flag: The project's ID, or a name that `.firebaserc` has for one.
    ///   - directory: Where the files are looked for, from there upwards.
    ///   - prefersFile: Whether it counts more than the variables of Google, which the Firebase CLI does not read.
    /// - Returns: `nil` if nothing names a project.
    /// - Throws: ``CommandFailure`` for a `.firebaserc` that cannot be read.
    init?(
        flag: String?, environment: [String: String],
        directory: String = FileManager.default.currentDirectoryPath, prefersFile: Bool = false
    ) throws {
        let variable = environment.variable("FIREBREAK_PROJECT") ?? (prefersFile ? nil : environment.googleProject)
        if flag == nil, let variable {
            self.init(variable)
            return
        }
        let aliases = try ProjectAliases(from: directory, home: environment.variable("HOME"))
        if flag == nil, let used = UsedProject(in: directory, environment) {
            self.init(aliases?[used.name] ?? used.name, from: used.file)
        } else if let aliases, let project = flag == nil ? aliases.defaultProject : flag.flatMap({ aliases[$0] }) {
            self.init(project, from: aliases.file)
        } else if let project = flag ?? environment.googleProject {
            self.init(project)
        } else {
            return nil
        }
    }

    private init(_ id: String, from file: String? = nil) {
        self.id = id
        self.file = file
    }
}

/// The project that a person chose by `firebase use` in a directory with a `firebase.json`. The Firebase CLI keeps it in the
/// configuration of the user: `{"activeProjects": {"/home/ann/shop": "staging"}}`.
private struct UsedProject {
    /// A project's ID, or a name that `.firebaserc` has for one.
    let name: String
    let file: String

    /// - Parameter directory: Where `firebase.json` is looked for, from there upwards.
    /// - Returns: `nil` where there is no such choice. The CLI makes a file anew that cannot be read.
    init?(in directory: String, _ environment: [String: String]) {
        let home = environment.variable("HOME")
        guard let configuration = environment.variable("XDG_CONFIG_HOME") ?? home.map({ "\($0)/.config" }),
            let firebase = CLIFile.nearest(FirebaseConfiguration.name, from: directory, home: home),
            let root = firebase.parted(atLast: "/")?.before
        else { return nil }
        file = "\(configuration)/configstore/firebase-tools.json"
        guard let content = try? WholeFile.read(file, .commandLineFile),
            let document = try? JSON(parsing: content, keys: .verbatim),
            let name = document["activeProjects"]?[root.isEmpty ? "/" : String(root)]?.stringValue,
            ProjectID(rawValue: name).isValid
        else { return nil }
        self.name = name
    }
}

/// The files of the Firebase CLI: JSON, which may have comments.
enum CLIFile {
    /// The nearest file of this name from a directory upwards, to the home directory or to a directory that belongs to
    /// another user than the first one: who can write there is not to decide what is run here.
    ///
    /// - Parameters:
    ///   - directory: An absolute path.
    ///   - home: The home directory, if it is known.
    static func nearest(_ name: String, from directory: String, home: String?) -> String? {
        guard let owner = owner(of: directory) else { return nil }
        let home = home.map { URL(filePath: $0).resolvingSymlinksInPath().path(percentEncoded: false) }
            .map { $0.without(ending: "/") }
        var directory = directory
        while true {
            let file = directory.without(ending: "/") + "/" + name
            // In a directory that all may write to, such as /tmp, the file may be another user's.
            if let fileOwner = Self.owner(of: file), fileOwner == owner || fileOwner == geteuid() { return file }
            guard directory != home, let parent = directory.parted(atLast: "/")?.before, directory != "/" else {
                return nil
            }
            directory = parent.isEmpty ? "/" : String(parent)
            guard Self.owner(of: directory) == owner else { return nil }
        }
    }

    private static func owner(of path: String) -> uid_t? {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_uid : nil
    }

    /// - Returns: `nil` for a file with nothing in it, which is said.
    fileprivate static func read(_ file: String) throws -> FixtureSource? {
        let content: [UInt8]
        do throws(WholeFile.Failure) { content = try WholeFile.read(file, .commandLineFile) } catch {
            throw CommandFailure(error.description, status: .usage)
        }
        guard content.contains(where: { $0 > UInt8(ascii: " ") }) else {
            // Without a reader it need not be told.
            try? StandardStream.error.write("warning: \(file.visible) is empty and counts as {}\n")
            return nil
        }
        do throws(FixtureError) { return try FixtureSource(commentedJSON: content, file: file) } catch {
            throw CommandFailure(error.description, status: .usage)
        }
    }

    /// Reads values and collects what is wrong with them.
    fileprivate struct Reader {
        private var problems: [FixtureProblem] = []

        /// - Throws: ``CommandFailure`` with every problem.
        func check(_ source: FixtureSource) throws {
            guard problems.isEmpty else { throw CommandFailure(source.error(problems).description, status: .usage) }
        }

        mutating func refuse(_ path: FixturePath, _ message: String) {
            problems.append(FixtureProblem(path, message))
        }

        mutating func object(_ value: JSON, _ path: FixturePath) {
            if value.objectValue == nil { refuse(path, "must be an object") }
        }

        mutating func flag(_ value: JSON?, _ path: FixturePath) -> Bool {
            guard let value else { return false }
            if value.boolValue == nil { refuse(path, "must be true or false") }
            return value.boolValue ?? false
        }

        mutating func project(_ value: JSON, _ path: FixturePath) -> String? {
            guard let project = value.stringValue, ProjectID(rawValue: project).isValid else {
                let most = ProjectID.maximumBytes
                refuse(path, "must be the ID of a project, of 1 to \(most) bytes, none of them a control character")
                return nil
            }
            return project
        }

        /// - Returns: `nil` if there is no such section.
        mutating func address(_ value: JSON?, _ path: FixturePath) -> FirebaseConfiguration.Address? {
            guard let value else { return nil }
            object(value, path)
            var address = FirebaseConfiguration.Address()
            if let host = value["host"] {
                address.host = host.stringValue.flatMap(Self.host)
                if address.host == nil { refuse(path / "host", "must be a name or an address") }
            }
            if let port = value["port"] {
                // A text as well, as the Firebase CLI has it.
                let number = port.integerValue ?? port.stringValue.flatMap { UInt16(digits: $0) }.map(Int64.init)
                address.port = number.flatMap { (1...65535).contains($0) ? Int($0) : nil }
                if address.port == nil { refuse(path / "port", "must be a port, 1 through 65535") }
            }
            return address
        }

        private static func host(_ text: String) -> String? {
            guard EmulatorAddress(host: text, port: 1) != nil else { return nil }
            return text.rest(afterBytes: "[")?.rest(beforeBytes: "]").map(String.init) ?? text
        }
    }
}
