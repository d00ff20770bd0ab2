import CoreData
import Foundation
import Sidereal
import SiderealStorage

/// The dates of all launches in Core Data, which is opened only when its file can be read.
///
/// Before the first unlock, Core Data can't open its store, and its error looks like that of a damaged store. Apps that
/// then delete the store lose its content.
final class LaunchHistory {
    private static let entity = "Launch"
    private let container: NSPersistentContainer
    private let file: ProtectedFile

    init() {
        let date = NSAttributeDescription()
        date.name = "date"
        date.attributeType = .dateAttributeType
        let launch = NSEntityDescription()
        launch.name = Self.entity
        launch.properties = [date]
        let model = NSManagedObjectModel()
        model.entities = [launch]
        container = NSPersistentContainer(name: "Launches", managedObjectModel: model)
        let url = NSPersistentContainer.defaultDirectoryURL().appendingPathComponent(
            "launches.sqlite", isDirectory: false)
        // The store gets the class `completeUntilFirstUserAuthentication`, unless an option asks for another class.
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        file = ProtectedFile(url, alongside: ["-wal", "-shm"])
    }

    /// Adds this launch, once the device is unlocked. Returns the number of launches so far.
    func record() async throws -> Int {
        let isThere = try await file.waitUntilReadable()
        // Before the first unlock, the system should refuse to create a file of this class.
        if !isThere { try await FirstUnlockGate.shared.waitForFirstUnlock() }
        try await withCheckedThrowingContinuation { (loaded: CheckedContinuation<Void, any Error>) in
            container.loadPersistentStores { _, error in
                if let error { loaded.resume(throwing: error) } else { loaded.resume() }
            }
        }
        let context = container.viewContext
        let launch = NSEntityDescription.insertNewObject(forEntityName: Self.entity, into: context)
        launch.setValue(Date.now, forKey: "date")
        try context.save()
        return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: Self.entity))
    }
}
