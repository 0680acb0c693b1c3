import FirebreakWire
import Foundation

#if canImport(Glibc)
    import CMalloc
#endif

/// What a program that serves asks of glibc's allocator; other systems do without.
enum Allocator {
    /// Has glibc keep one heap ("arena") for each processor instead of up to eight.
    ///
    /// A heap hardly gives back what its busiest moment took, and the pieces of one project lie in all that its threads
    /// use: with sixteen heaps on two processors, resident memory grew by 10 % in ten minutes of new and dropped
    /// projects, and more than half of what the heaps held was free. Rates are the same. `MALLOC_ARENA_MAX` says another
    /// number, as for any program.
    static func limitArenas() {
        #if canImport(Glibc)
            guard getenv("MALLOC_ARENA_MAX") == nil else { return }
            _ = mallopt(M_ARENA_MAX, Int32(clamping: max(2, ProcessInfo.processInfo.activeProcessorCount)))
        #endif
    }

    /// Gives free memory back to the system now and then, until the task is cancelled.
    ///
    /// By itself a heap gives back what is free at its end only, and what the journal keeps of large bodies lies behind
    /// them: after 4,000 sign-ups with 60 kB each, a third of the resident memory was free.
    static func trimNowAndThen() async {
        #if canImport(Glibc)
            var trim = TrimSchedule()
            while (try? await Task.sleep(for: TrimSchedule.interval)) != nil {
                guard let size = ResidentMemory.bytes, trim.isDue(at: size) else { continue }
                // It takes milliseconds, and locks one heap after the other.
                await WorkerExecutor.bulk.run { _ = malloc_trim(0) }
                trim.noteTrimmed(to: ResidentMemory.bytes ?? size)
            }
        #endif
    }
}

/// When it is worth giving free memory back.
struct TrimSchedule {
    /// From one look at the process to the next.
    static let interval = Duration.seconds(5)
    /// By how many bytes the process has to have grown. Where it holds more than before, trimming is in vain, and costs some
    /// milliseconds.
    static let growth = 32 << 20

    /// What was resident after the last trimming, or less since then.
    private var base = 0

    /// - Parameter size: Resident bytes.
    mutating func isDue(at size: Int) -> Bool {
        base = min(base, size)
        return size - base >= Self.growth
    }

    /// - Parameter size: Resident bytes.
    mutating func noteTrimmed(to size: Int) { base = size }
}
