import Foundation

/// Writes mutants into the sources of targets, all at once: each is chosen by its number when the program runs.
///
///     mutate SOURCES SEED COUNT [--without NUMBER…] -- TARGET…
///
/// prints what each one changes, as one JSON object a line. The same seed chooses the same places, whatever is left out.
@main
enum Mutate {
    struct Mutant: Codable {
        var number: Int
        var kind: Site.Kind
        /// Below the sources.
        var file: String
        var line: Int
        var before: String
        var after: String
        /// The lines of the changed file that have it.
        var lines: ClosedRange<Int>
    }

    struct Usage: Error, CustomStringConvertible {
        var description: String { "usage: mutate SOURCES SEED COUNT [--without NUMBER…] -- TARGET…" }
    }

    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard let root = arguments.popFirst(), let seed = arguments.popFirst().flatMap(UInt64.init),
            let count = arguments.popFirst().flatMap(Int.init), let end = arguments.firstIndex(of: "--")
        else { throw Usage() }
        let without = Set(arguments[..<end].dropFirst().compactMap(Int.init))
        let targets = Array(arguments[(end + 1)...])
        let sources = URL(filePath: root)

        var texts: [String: String] = [:]
        var places: [(file: String, site: Site)] = []
        for target in targets {
            for file in try files(of: target, in: sources) {
                let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
                texts[file] = text
                places += SiteFinder.sites(of: text).map { (file, $0) }
            }
        }
        let chosen = choose(count, from: places, seed)
        for (file, mutants) in Dictionary(grouping: chosen.filter { !without.contains($0.number) }, by: \.file) {
            guard let text = texts[file] else { continue }
            let (changed, written) = write(mutants.map { ($0.number, $0.site) }, into: text, file)
            try changed.write(to: sources.appending(path: file), atomically: true, encoding: .utf8)
            for mutant in written { print(String(decoding: try JSONEncoder().encode(mutant), as: UTF8.self)) }
        }
        for target in targets {
            try chooser.write(
                to: sources.appending(path: "\(target)/IsMutant.swift"), atomically: true, encoding: .utf8)
        }
    }

    private static func files(of target: String, in sources: URL) throws -> [String] {
        let folder = sources.appending(path: target)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") && $0 != "IsMutant.swift" }.sorted().map { "\(target)/\($0)" }
    }

    /// Places that do not overlap, of all kinds as nearly alike as there are any.
    private static func choose(
        _ count: Int, from places: [(file: String, site: Site)], _ seed: UInt64
    ) -> [(number: Int, file: String, site: Site)] {
        var random = SplitMix64(state: seed)
        var rows = Dictionary(grouping: places.shuffled(using: &random), by: \.site.kind)
        var taken: [String: [Range<Int>]] = [:]
        var chosen: [(number: Int, file: String, site: Site)] = []
        while chosen.count < count, rows.values.contains(where: { !$0.isEmpty }) {
            for kind in Site.Kind.allCases where chosen.count < count {
                while let place = rows[kind]?.popLast() {
                    guard taken[place.file]?.contains(where: place.site.range.overlaps) != true else { continue }
                    taken[place.file, default: []].append(place.site.range)
                    chosen.append((chosen.count + 1, place.file, place.site))
                    break
                }
            }
        }
        return chosen
    }

    private static func write(
        _ mutants: [(number: Int, site: Site)], into text: String, _ file: String
    ) -> (text: String, mutants: [Mutant]) {
        let bytes = Array(text.utf8)
        var changed: [UInt8] = []
        var position = 0
        var written: [Mutant] = []
        for (number, site) in mutants.sorted(by: { $0.site.range.lowerBound < $1.site.range.lowerBound }) {
            changed += bytes[position..<site.range.lowerBound]
            let first = changed.count { $0 == UInt8(ascii: "\n") } + 1
            changed += site.choice(number).utf8
            let last = changed.count { $0 == UInt8(ascii: "\n") } + 1
            position = site.range.upperBound
            written.append(
                Mutant(
                    number: number, kind: site.kind, file: file, line: site.line, before: site.before,
                    after: site.after, lines: first...last))
        }
        changed += bytes[position...]
        return (String(decoding: changed, as: UTF8.self), written)
    }

    /// A target's part of the choice. What the variables say does not change while the program runs.
    private static let chooser = """
        import Foundation
        import Synchronization

        private let chosen = ProcessInfo.processInfo.environment["FIREBREAK_MUTANT"].flatMap(Int.init)
        private let reached = ProcessInfo.processInfo.environment["FIREBREAK_MUTANTS_REACHED"].map { path in
            open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        }
        private let noted = Mutex<Set<Int>>([])

        /// Whether the mutant of a number is the one that runs.
        @inline(never)
        func isMutant(_ number: Int) -> Bool {
            if let reached, noted.withLock({ $0.insert(number).inserted }) {
                let line = Array("\\(number)\\n".utf8)
                _ = line.withUnsafeBytes { write(reached, $0.baseAddress, $0.count) }
            }
            return number == chosen
        }

        """
}

/// Sebastiano Vigna's generator: the same numbers for a seed on every machine.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
