import FirebreakControl
import FirebreakOperations
import FirebreakStore
import FirebreakWire

/// Runs that are kept in a file because they failed (firebreak.md section 14).
extension Emulator {
    /// Writes the file of this run, replacing one that is there.
    ///
    /// - Parameters:
    ///   - command: What was run meanwhile.
    ///   - exitCode: What it ended with; `nil` while it runs.
    /// - Throws: ``EmulatorError/storage`` if it cannot be written.
    package func keepRun(of command: [String], exitCode: Int?, in path: String) async throws(EmulatorError) {
        let services = control.services
        let run = KeptRun(
            command: command, exitCode: exitCode, time: services.now(), version: Version.current,
            defaultProject: services.defaultProject.rawValue, profile: services.profile)
        do { try await run.write(control, to: path) } catch let failure as StorageFailure {
            throw EmulatorError(.storage, "\(path) cannot be written: \(failure.sentence)")
        } catch {
            throw EmulatorError(.storage, "\(path) cannot be written: \(error)")
        }
    }

    /// Counts what may have changed since.
    package var changeCount: Int { control.services.projects.views.counts.total }
}

extension EmulatorConfiguration {
    /// Shows the run of a file, instead of being a server that does anything.
    ///
    /// - Parameter directory: Where its projects are put, which is empty.
    /// - Throws: ``EmulatorError/storage`` for a file that cannot be read.
    package mutating func show(runIn path: String, dataDirectory directory: String) throws(EmulatorError) {
        do {
            let (run, calls) = try KeptRun.open(path, in: directory)
            keptRun = run
            keptCalls = calls
            project = run.defaultProject
            profile = Profile(rawValue: run.profile.rawValue) ?? .local
            dataDirectory = directory
        } catch let failure as StorageFailure {
            throw EmulatorError(.storage, "\(path) cannot be opened: \(failure.sentence)")
        } catch {
            throw EmulatorError(.storage, "\(path) cannot be opened: \(error)")
        }
    }

    /// What is said of the run that is shown.
    package var keptRunSentence: String? { keptRun?.sentence }
}
