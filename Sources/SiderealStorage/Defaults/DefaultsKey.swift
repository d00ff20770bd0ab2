import SiderealBase
import SiderealGate
import SiderealSystem

/// A key of UserDefaults with the type of its value.
package struct DefaultsKey<Value: Codable & Sendable>: Sendable {
    let name: String
    let defaults: GatedDefaults
    let decode: @Sendable (ProtectedReading<PropertyListValue>) -> ProtectedReading<Value>
    private let encode: @Sendable (Value) throws(Unavailability) -> PropertyListValue

    package init(_ name: String, in defaults: GatedDefaults) where Value: GatedDefaults.Value {
        (self.name, self.defaults) = (name, defaults)
        decode = { GatedDefaults.convert($0) }
        encode = { value throws(Unavailability) in try GatedDefaults.propertyList(of: value) }
    }

    /// Returns bytes that are equal for equal values.
    func fingerprint(of value: Value) -> [UInt8] { (try? encode(value))?.fingerprint ?? [] }

    /// Sets the value, or removes the key if the value is `nil`.
    func set(_ value: Value?, whileLocked: ProtectedStore.WhileLocked) async throws(StoreError) {
        try await prepare(whileLocked)
        try GatedDefaults.updates.withLock { _ throws(StoreError) in try write(value) }
    }

    /// Reads and changes the value. Other writes by a `DefaultsKey` run before or after this update, never during it.
    func update<Result: Sendable>(
        whileLocked: ProtectedStore.WhileLocked, _ body: @Sendable (inout Value?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await prepare(whileLocked)
        return try GatedDefaults.updates.withLock { _ throws(StoreError) in
            var value: Value?
            switch decode(defaults.find(name)) {
            case .value(let stored): value = stored
            case .absent: break
            case .unavailable(let why): throw error(why)
            }
            let before = try value.map(list)
            let result = try body(&value)
            // An unchanged value keeps the type in which other code stored it.
            if try value.map(list) != before { try write(value) }
            return result
        }
    }

    /// Waits until UserDefaults can be read, or throws the reason if the write must not wait.
    private func prepare(_ whileLocked: ProtectedStore.WhileLocked) async throws(StoreError) {
        // Check the state before taking the lock, because the check may open the gate, and the gate then runs the app's
        // closures.
        if whileLocked == .refuse, let why = defaults.readState() { throw error(why) }
        guard whileLocked == .wait else { return }
        do throws(UnlockError) {
            try await defaults.gate.answer(within: nil) { defaults.readState().map { .failure($0) } ?? .success(()) }
        } catch {
            throw error.unavailability.map(self.error)
                ?? StoreError(.cancelled, "writing '\(name)' was cancelled before the unlock")
        }
    }

    private func list(_ value: Value) throws(StoreError) -> PropertyListValue {
        do throws(Unavailability) { return try encode(value) } catch { throw self.error(error) }
    }

    private func write(_ value: Value?) throws(StoreError) {
        do throws(Unavailability) {
            if let value { try defaults.set(try encode(value), for: name) } else { try defaults.remove(name) }
        } catch {
            throw self.error(error)
        }
    }

    private func error(_ why: Unavailability) -> StoreError {
        StoreError(.unavailable(why), "'\(name)' in UserDefaults stays unchanged: \(why)")
    }
}
