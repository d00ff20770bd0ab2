import SiderealCore
import SiderealSystem

/// A value that may be on the medium in any of several versions until a sync settles it.
///
/// `isDirty` tells whether a later sync will write the newest version. A failed sync leaves several versions and
/// nothing dirty: what the page cache shows may be lost, and no further sync can help, only writing it again.
struct UncertainVersions<Content: Equatable & Sendable>: Sendable {
    /// Oldest first, each with the moment it came up; the last is what the page cache shows.
    var versions: [(content: Content, stamp: Int)]
    var isDirty: Bool
}

/// One file of the simulated disk: what the page cache shows, and per sector what may be on the medium instead.
struct SimulatedInode: Sendable {
    var cache: [UInt8] = []
    var tier = ProtectionTier.always
    /// Only sectors that differ, or may differ, between cache and medium.
    var sectors: [Int: UncertainVersions<[UInt8]>] = [:]
    var sizes: UncertainVersions<Int>?

    /// Writes into the cache; the medium may get each touched sector, or not, from now on.
    mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int, stamp: Int, sectorSize: Int) {
        let end = offset &+ bytes.count
        if end > cache.count {
            let old = cache.count
            cache += [UInt8](repeating: 0, count: end &- old)
            var sizes = self.sizes ?? UncertainVersions(versions: [(old, 0)], isDirty: true)
            sizes.versions.append((end, stamp))
            sizes.isDirty = true
            self.sizes = sizes
        }
        let touched = (offset / sectorSize)...max(offset / sectorSize, (end &- 1) / sectorSize)
        let before = touched.map { sector($0, size: sectorSize) }
        cache.replaceSubrange(offset..<end, with: bytes)
        for (index, old) in zip(touched, before) {
            let new = sector(index, size: sectorSize)
            if var history = sectors[index] {
                history.isDirty = true
                if new != old { history.versions.append((new, stamp)) }
                sectors[index] = history
            } else if new != old {
                sectors[index] = UncertainVersions(versions: [(old, 0), (new, stamp)], isDirty: true)
            }
        }
    }

    /// A sync that succeeded: what was dirty is on the medium now.
    mutating func settle() {
        sectors = sectors.filter { !$0.value.isDirty }
        if sizes?.isDirty == true { sizes = nil }
    }

    /// A sync that failed: what was dirty counts as clean, and may be on the medium or not.
    mutating func abandon() {
        for index in sectors.keys { sectors[index]?.isDirty = false }
        sizes?.isDirty = false
    }

    /// Drops pages that count as clean from the cache: what a failed sync did not write is gone from view as well.
    ///
    /// Mixed, every other one of those had reached the medium before the sync failed.
    mutating func evictCleanPages(sectorSize: Int, isMixed: Bool = false) {
        for (index, history) in sectors where !history.isDirty {
            let version = isMixed && index % 2 == 1 ? history.versions.count &- 1 : 0
            put(history.versions[version].content, into: index, size: sectorSize)
            sectors[index] = nil
        }
    }

    /// Whether the cache shows these very bytes at the offset.
    func holds(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
        offset &+ bytes.count <= cache.count && cache[offset..<(offset &+ bytes.count)].elementsEqual(bytes)
    }

    /// The sectors with a history, in order.
    var uncertainSectors: [Int] { sectors.keys.sorted() }

    /// Replaces a sector of the cache, as far as the file reaches.
    mutating func put(_ content: [UInt8], into index: Int, size: Int) {
        let start = index &* size
        let end = min(start &+ size, cache.count)
        guard start < end else { return }
        cache.replaceSubrange(start..<end, with: content.prefix(end &- start))
    }

    /// A sector of the cache, filled up with zeros behind the end of the file.
    private func sector(_ index: Int, size: Int) -> [UInt8] {
        let start = index &* size
        guard start < cache.count else { return [UInt8](repeating: 0, count: size) }
        let end = min(start &+ size, cache.count)
        let content = Array(cache[start..<end])
        return content.count == size ? content : content + [UInt8](repeating: 0, count: size &- content.count)
    }
}
