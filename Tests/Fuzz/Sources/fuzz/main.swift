import Dispatch
import FuzzedParsers

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// libFuzzer's own `main`, with the function that it calls with each input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

// Where C code finds it, which has no context.
nonisolated(unsafe) private var fuzzing: FuzzRun?

/// The name under which libFuzzer's library looks for what it calls.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let run = fuzzing else { return 0 }
    guard !run.isSynchronous else {
        run.parse(input)
        return 0
    }
    // libFuzzer calls on the main thread, which runs no task.
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do { try await run.run(input) } catch { fatalError("\(error)") }
        done.signal()
    }
    done.wait()
    return 0
}

// The first argument is the parser's name; the rest are libFuzzer's.
let names = FuzzedParser.allCases.map(\.rawValue)
guard CommandLine.argc > 1, let chosen = FuzzedParser(rawValue: CommandLine.arguments[1]) else {
    print("usage: fuzz \(names.joined(separator: "|")) [options and directories of libFuzzer]")
    exit(2)
}
fuzzing = try FuzzRun(chosen)
// In its place the program's name, which libFuzzer expects first.
CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
var count = CommandLine.argc - 1
var arguments = UnsafeMutableRawPointer(CommandLine.unsafeArgv.advanced(by: 1))
    .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
withUnsafeMutablePointer(to: &arguments) { arguments in
    exit(runDriver(&count, arguments, testOneInput))
}
