import SiderealSimulation

/// The counters that SanitizerCoverage puts into the core: one byte for each branch, counted up each time that it runs.
struct BranchCounters: BranchCounts {
    /// The number of branches that ran since they were forgotten.
    var ran: Int { counters.count { $0 != 0 } }

    func forget() { counters.update(repeating: 0) }

    func each(_ body: (_ branch: Int, _ count: UInt8) -> Void) {
        let bytes = UnsafeRawBufferPointer(counters)
        // Eight at a time: most branches don't run in one history.
        for start in stride(from: 0, to: bytes.count, by: 8) {
            if start + 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self) == 0 { continue }
            for place in start..<min(start + 8, bytes.count) where bytes[place] != 0 { body(place, bytes[place]) }
        }
    }
}

/// Set before main begins, by the only module that has counters.
private nonisolated(unsafe) var counters = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

/// Called by the core's initializer with its counters.
@_cdecl("__sanitizer_cov_8bit_counters_init")
func takeCounters(_ start: UnsafeMutablePointer<UInt8>, _ end: UnsafeMutablePointer<UInt8>) {
    counters = UnsafeMutableBufferPointer(start: start, count: end - start)
}
