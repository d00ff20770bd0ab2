import SiderealCore
import SiderealSystem

/// A value of which the disk has several versions. Until a sync succeeds, the medium can have any of the versions.
///
/// `isDirty` indicates whether a later sync will write the newest version. After a failed sync, the value still has
/// several versions but is not dirty. The disk can then lose the version that is in the page cache. To prevent the
/// loss, a process must write the value again. Syncing again has no effect.
struct UncertainVersions<Content: Equatable & Sendable>: Sendable {
    /// The versions, oldest first, each with the moment of its write. The last version is in the page cache.
    var versions: [(content: Content, stamp: Int)]
    var isDirty: Bool
}

/// A file of the simulated disk. It has the content in the page cache, and for each sector the versions that the
/// medium may have.
struct SimulatedInode: Sendable {
    var cache: [UInt8] = []
    var tier = ProtectionTier.always
    /// The sectors that can differ between the cache and the medium.
    var sectors: [Int: UncertainVersions<[UInt8]>] = [:]
    var sizes: UncertainVersions<Int>?

    /// Writes into the cache. From now on, the medium may or may not have the changed sectors.
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

    /// Completes a successful sync. The medium now has the dirty content.
    mutating func settle() {
        sectors = sectors.filter { !$0.value.isDirty }
        if sizes?.isDirty == true { sizes = nil }
    }

    /// Completes a failed sync. The dirty content becomes clean, and the medium may or may not have it.
    mutating func abandon() {
        for index in sectors.keys { sectors[index]?.isDirty = false }
        sizes?.isDirty = false
    }

    /// Drops clean pages from the cache. Processes can then no longer see content that a failed sync did not write.
    ///
    /// If `isMixed` is true, the odd-numbered sectors had reached the medium before the sync failed.
    mutating func evictCleanPages(sectorSize: Int, isMixed: Bool = false) {
        for (index, history) in sectors where !history.isDirty {
            let version = isMixed && index % 2 == 1 ? history.versions.count &- 1 : 0
            put(history.versions[version].content, into: index, size: sectorSize)
            sectors[index] = nil
        }
    }

    /// Returns true if the cache contains exactly these bytes at the offset.
    func holds(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
        offset &+ bytes.count <= cache.count && cache[offset..<(offset &+ bytes.count)].elementsEqual(bytes)
    }

    /// The numbers of the sectors with several versions, in ascending order.
    var uncertainSectors: [Int] { sectors.keys.sorted() }

    /// Replaces a sector of the cache, up to the end of the file.
    mutating func put(_ content: [UInt8], into index: Int, size: Int) {
        let start = index &* size
        let end = min(start &+ size, cache.count)
        guard start < end else { return }
        cache.replaceSubrange(start..<end, with: content.prefix(end &- start))
    }

    /// Returns a sector of the cache. Zeros fill the part after the end of the file.
    private func sector(_ index: Int, size: Int) -> [UInt8] {
        let start = index &* size
        guard start < cache.count else { return [UInt8](repeating: 0, count: size) }
        let end = min(start &+ size, cache.count)
        let content = Array(cache[start..<end])
        return content.count == size ? content : content + [UInt8](repeating: 0, count: size &- content.count)
    }
}
