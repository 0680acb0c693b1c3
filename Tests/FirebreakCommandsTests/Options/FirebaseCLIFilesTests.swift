import Foundation
import Testing

@testable import Firebreak
@testable import FirebreakCommands

@Suite struct FirebaseCLIFilesTests {
    @Test func `firebase.json says where emulators listen, with comments as the Firebase CLI takes them`() throws {
        let configuration = try FirebaseConfiguration(
            file: write(
                """
                {
                  // "emulators": nothing
                  "firestore": { "rules": "https://example.test//rules" }, /* } */
                  "emulators": {
                    "auth": { "host": "0.0.0.0", "port": "9199", },
                    "functions": { "port": 5002 },
                    "hub": { "host": "[::1]", "port": 4401 },
                    "storage": {},
                    "ui": { "enabled": true, "port": 4000 },
                    "singleProjectMode": true,
                  },
                }
                """))

        #expect(configuration.auth == .init(host: "0.0.0.0", port: 9199))
        #expect(configuration.authURL == "http://127.0.0.1:9199")
        #expect(configuration.functionsHost == "127.0.0.1:5002")
        #expect(configuration.hub == .init(host: "::1", port: 4401))
        #expect(configuration.isSingleProject)
        #expect(configuration.otherEmulators == ["functions", "firestore", "storage"])
    }

    @Test(arguments: [("::", "[::1]"), ("::1", "[::1]"), ("[::1]", "[::1]"), ("localhost", "localhost")])
    func `a host is written as URLs have it`(_ host: String, _ written: String) throws {
        let text = #"{"emulators":{"auth":{"host":"\#(host)"},"functions":{"host":"\#(host)"}}}"#
        let configuration = try FirebaseConfiguration(file: write(text))

        #expect(configuration.authURL == "http://\(written):9099")
        #expect(configuration.functionsHost == "\(written):5001")
    }

    @Test(arguments: ["{}", #"{"emulators":{}}"#, #"{"emulators":{"auth":{}},"hosting":[{"site":"${A}"}]}"#])
    func `what firebase.json does not say is left open`(_ text: String) throws {
        let configuration = try FirebaseConfiguration(file: write(text))

        #expect(configuration.auth == .init())
        #expect(configuration.functionsHost == nil)
        #expect(!configuration.isSingleProject)
    }

    @Test(arguments: [
        ("{\n  \"emulators\": {\n    \"auth\": { \"port\": 0 } } }", "3:15: /emulators/auth/port: must be a port"),
        (#"{"emulators":{"auth":{"port":"x"}}}"#, "1:23: /emulators/auth/port: must be a port"),
        (#"{"emulators":{"functions":{"port":65536}}}"#, "/emulators/functions/port: must be a port"),
        (#"{"emulators":{"auth":{"port":90.5}}}"#, "/emulators/auth/port: must be a port"),
        (#"{"emulators":{"auth":{"host":1}}}"#, "/emulators/auth/host: must be a name or an address"),
        (#"{"emulators":{"hub":{"host":"a b"}}}"#, "1:22: /emulators/hub/host: must be a name or an address"),
        (#"{"emulators":{"auth":{"host":"http://a"}}}"#, "/emulators/auth/host: must be a name or an address"),
        (#"{"emulators":{"auth":{"host":"a:1"}}}"#, "/emulators/auth/host: must be a name or an address"),
        (
            "{\"emulators\":{\"auth\":{\"port\":4400},\n \"hub\":{\"port\":4400}}}",
            "2:9: /emulators/hub/port: 4400 is the port of auth as well"
        ),
        (#"{"emulators":{"hub":{"port":9099}}}"#, "/emulators/hub/port: 9099 is the port of auth as well"),
        (#"{"emulators":{"auth":9099}}"#, "/emulators/auth: must be an object"),
        (#"{"emulators":[]}"#, "/emulators: must be an object"),
        (#"{"emulators":{"singleProjectMode":"yes"}}"#, "/emulators/singleProjectMode: must be true or false"),
        ("[]", "1:1: must be an object"),
        ("{\n  // a comment,\n  \"emulators\": }", "3:16: Unexpected token"),
        ("{\n/* without an end\n}", "2:1: Unexpected token"),
        ("{\"a\": 1,,}", "1:9: Unexpected token"),
        ("{", "1:2: Unexpected end of JSON input"),
    ])
    func `what is wrong with firebase.json has a place`(_ text: String, _ problem: String) throws {
        let file = try write(text)
        let error = #expect(throws: CommandFailure.self) { try FirebaseConfiguration(file: file) }

        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("\(file):") == true)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
    }

    @Test func `every problem is told, and a file that is not there`() throws {
        let file = try write(#"{"emulators":{"auth":{"port":0,"host":""},"ui":1}}"#)
        let error = #expect(throws: CommandFailure.self) { try FirebaseConfiguration(file: file) }
        #expect(error?.message.split(separator: "\n").count == 2)

        let missing = #expect(throws: CommandFailure.self) { try FirebaseConfiguration(file: "/nowhere/firebase.json") }
        #expect(missing?.message == "/nowhere/firebase.json: the file cannot be read: No such file or directory")
        #expect(missing?.status == .usage)
    }

    @Test(arguments: [
        (#"{"projects":{"default":"demo-shop","staging":"shop-s"}}"#, "demo-shop"),
        (#"{"projects":{"staging":"shop-s"}} // the only one"#, "shop-s"),
        (#"{"projects":{"staging":"shop-s","live":"shop"}}"#, nil),
        (#"{"targets":{}}"#, nil),
    ])
    func `the default project is default's, or the only one`(_ text: String, _ project: String?) throws {
        #expect(try ProjectAliases(file: write(text, name: ".firebaserc")).defaultProject == project)
    }

    @Test(arguments: [
        (#"{"projects":{"default":1}}"#, "1:14: /projects/default: must be the ID of a project"),
        (#"{"projects":{"default":""}}"#, "/projects/default: must be the ID of a project"),
        (#"{"projects":{"a":"x","default":"a\u0007"}}"#, "1:22: /projects/default: must be the ID of a project"),
        (#"{"projects":"demo-shop"}"#, "1:2: /projects: must be an object"),
        ("demo-shop", "1:1: Unexpected token"),
    ])
    func `what is wrong with .firebaserc has a place`(_ text: String, _ problem: String) throws {
        let file = try write(text, name: ".firebaserc")
        let error = #expect(throws: CommandFailure.self) { try ProjectAliases(file: file) }

        #expect(error?.status == .usage)
        #expect(error?.message.contains("\(file):") == true)
        #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
    }

    @Test func `a byte that is not UTF-8 has a place`() throws {
        let file = try directory() + "/.firebaserc"
        let bytes = Array("{\"projects\":\n {\"é\":\"caf".utf8) + [0xE9] + Array("\"}}".utf8)
        try Data(bytes).write(to: URL(filePath: file))
        let error = #expect(throws: CommandFailure.self) { try ProjectAliases(file: file) }
        #expect(error?.message == "\(file):2:11: the document is not UTF-8")
    }

    @Test(
        arguments: [
            (EmulatorError.Place(host: "127.0.0.1", port: 80, use: .server), "2:2: /emulators/auth: Cannot listen"),
            (EmulatorError.Place(host: "a.test", port: 4400, use: .hub), "3:2: /emulators/hub: Cannot listen"),
            // Of options.
            (EmulatorError.Place(host: "127.0.0.1", port: 9099, use: .server), nil),
            (EmulatorError.Place(host: "a.test", port: 80, use: .server), nil), (nil, nil),
        ] as [(EmulatorError.Place?, String?)])
    func `where the server cannot listen has the place that says so`(
        _ place: EmulatorError.Place?, _ located: String?
    ) throws {
        let error = EmulatorError(.invalidConfiguration, "Cannot listen", at: place)
        let file = try write("{\"emulators\":{\n \"auth\":{\"port\":80},\n \"hub\":{\"host\":\"a.test\"}}}")
        let failure = try FirebaseConfiguration(file: file).located(error)

        #expect(failure?.message.hasPrefix("\(file):\(located ?? "")") == located.map { _ in true })
        #expect(failure.map(\.status) == located.map { _ in .usage })
        #expect(try FirebaseConfiguration(file: nil).located(error) == nil)
    }

    private static let aliases = #"{"projects":{"default":"from-file","staging":"shop-s"}}"#

    @Test(
        arguments: [
            (nil, [:], "from-file", true),
            (nil, ["GCLOUD_PROJECT": "google"], "google", false),
            (nil, ["FIREBREAK_PROJECT": "own", "GCLOUD_PROJECT": "google"], "own", false),
            ("staging", ["FIREBREAK_PROJECT": "own"], "shop-s", true),
            ("other", [:], "other", false),
        ] as [(String?, [String: String], String, Bool)])
    func `flags come first, then variables, then the file`(
        _ flag: String?, _ environment: [String: String], _ project: String, _ isFromFile: Bool
    ) throws {
        let file = try write(Self.aliases, name: ".firebaserc")
        let directory = URL(filePath: file).deletingLastPathComponent().path + "/"
        let choice = try ProjectChoice(flag: flag, environment: environment, directory: directory)

        #expect(choice?.id == project)
        #expect(choice?.file == (isFromFile ? file : nil))
    }

    @Test(arguments: [
        (["GCLOUD_PROJECT": "google"], "from-file"),
        (["FIREBREAK_PROJECT": "own"], "own"),
    ])
    func `commands of the Firebase CLI look at the file before Google's variables`(
        _ environment: [String: String], _ project: String
    ) throws {
        let directory = URL(filePath: try write(Self.aliases, name: ".firebaserc")).deletingLastPathComponent().path
        #expect(
            try ProjectChoice(flag: nil, environment: environment, directory: directory, prefersFile: true)?.id
                == project)
    }

    @Test(
        arguments: [
            ("staging", nil, [:], "shop-s"), ("other", nil, [:], "other"), ("", nil, [:], "from-file"),
            ("staging", "default", [:], "from-file"), ("staging", nil, ["GCLOUD_PROJECT": "google"], "google"),
        ] as [(String, String?, [String: String], String)])
    func `what firebase use chose counts before the default`(
        _ used: String, _ flag: String?, _ environment: [String: String], _ project: String
    ) throws {
        let root = URL(filePath: try write(Self.aliases, name: ".firebaserc")).deletingLastPathComponent()
        try Data("{}".utf8).write(to: root.appending(path: "firebase.json"))
        let inner = root.appending(path: "a")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for variable in ["HOME", "XDG_CONFIG_HOME"] {
            let home = try directory()
            let store = variable == "HOME" ? "\(home)/.config/configstore" : "\(home)/configstore"
            try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
            let document = #"{"activeProjects":{"/elsewhere":"no","\#(root.path)":"\#(used)"}}"#
            try Data(document.utf8).write(to: URL(filePath: store + "/firebase-tools.json"))
            let choice = try ProjectChoice(
                flag: flag, environment: environment.merging([variable: home]) { $1 }, directory: inner.path)

            #expect(choice?.id == project)
            if project == "other" { #expect(choice?.file == store + "/firebase-tools.json") }
            try Data("{".utf8).write(to: URL(filePath: store + "/firebase-tools.json"))
            #expect(
                try ProjectChoice(flag: nil, environment: [variable: home], directory: inner.path)?.id == "from-file")
        }
    }

    @Test(arguments: ["", " \n\t"]) func `a file with nothing in it says nothing`(_ text: String) throws {
        #expect(try FirebaseConfiguration(file: write(text)).auth == .init())
        #expect(try ProjectAliases(file: write(text, name: ".firebaserc")).defaultProject == nil)
    }

    @Test func `a key begins no line`() throws {
        let file = try write(#"{"projects":{"a\nwarning: forged":1}}"#, name: ".firebaserc")
        let error = #expect(throws: CommandFailure.self) { try ProjectAliases(file: file) }
        #expect(error?.message.contains(#"/projects/a\nwarning: forged: must be"#) == true, "\(error?.message ?? "")")
    }

    @Test func `a file that is too large is not read`() throws {
        let file = try write("{}", name: ".firebaserc")
        try #require(truncate(file, 3 << 30) == 0)
        let error = #expect(throws: CommandFailure.self) { try ProjectAliases(file: file) }
        #expect(error?.message == "\(file): `firebase.json` or `.firebaserc` may have at most 16 MiB")
        #expect(throws: CommandFailure.self) { try ProjectAliases(file: "/dev/zero") }
    }

    @Test func `without a file the variables of Google are left`() throws {
        let empty = try directory()
        let environment = ["GOOGLE_CLOUD_PROJECT": "google"]

        #expect(
            try ProjectChoice(flag: nil, environment: environment, directory: empty, prefersFile: true)?.id == "google")
        #expect(try ProjectChoice(flag: nil, environment: [:], directory: empty) == nil)
        #expect(try ProjectChoice(flag: "p", environment: [:], directory: empty)?.id == "p")
    }

    @Test func `files are looked for upwards, as far as home and no further`() throws {
        let file = try write("{}")
        let project = URL(filePath: file).deletingLastPathComponent()
        let inner = project.appending(path: "a/b")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)

        #expect(CLIFile.nearest("firebase.json", from: inner.path, home: nil) == file)
        #expect(CLIFile.nearest("firebase.json", from: inner.path, home: project.path) == file)
        #expect(CLIFile.nearest("firebase.json", from: inner.path, home: project.path + "/a/") == nil)
        #expect(CLIFile.nearest("firebase.json", from: inner.path + "/nowhere", home: nil) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give directories away"))
    func `a directory of another user decides nothing`() throws {
        let file = try write("{}")
        let project = URL(filePath: file).deletingLastPathComponent()
        let inner = project.appending(path: "a")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try #require(chown(project.path, 12345, 12345) == 0)

        #expect(CLIFile.nearest("firebase.json", from: inner.path, home: nil) == nil)
        // Where somebody chose to be, it does; but not by a file that a third one put there.
        #expect(CLIFile.nearest("firebase.json", from: project.path, home: nil) == file)
        try #require(chown(file, 12346, 12346) == 0)
        #expect(CLIFile.nearest("firebase.json", from: project.path, home: nil) == nil)
    }

    private func directory() throws -> String {
        let directory = URL.temporaryDirectory.resolvingSymlinksInPath().appending(path: "firebreak-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory.path
    }

    private func write(_ text: String, name: String = "firebase.json") throws -> String {
        let file = try directory() + "/" + name
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}
