// The part of Core Data that the example app calls.
public import Foundation
public import ObjectiveC

/// https://developer.apple.com/documentation/coredata/nspropertydescription
@available(macOS 10.4, iOS 3.0, *)
open class NSPropertyDescription: NSObject {
    /// https://developer.apple.com/documentation/coredata/nspropertydescription/name
    open var name: String {
        get { fatalError("nothing of this runs") }
        set { fatalError("nothing of this runs") }
    }
}

/// https://developer.apple.com/documentation/coredata/nsattributetype
@available(macOS 10.4, iOS 3.0, *)
public enum NSAttributeType: UInt, @unchecked Sendable {
    /// https://developer.apple.com/documentation/coredata/nsattributetype/dateattributetype
    case dateAttributeType = 900
}

/// https://developer.apple.com/documentation/coredata/nsattributedescription
@available(macOS 10.4, iOS 3.0, *)
open class NSAttributeDescription: NSPropertyDescription {
    /// https://developer.apple.com/documentation/coredata/nsattributedescription/attributetype
    open var attributeType: NSAttributeType {
        get { fatalError("nothing of this runs") }
        set { fatalError("nothing of this runs") }
    }
}

/// https://developer.apple.com/documentation/coredata/nsentitydescription
@available(macOS 10.4, iOS 3.0, *)
open class NSEntityDescription: NSObject {
    /// https://developer.apple.com/documentation/coredata/nsentitydescription/name
    open var name: String? {
        get { fatalError("nothing of this runs") }
        set { fatalError("nothing of this runs") }
    }
    /// https://developer.apple.com/documentation/coredata/nsentitydescription/properties
    open var properties: [NSPropertyDescription] {
        get { fatalError("nothing of this runs") }
        set { fatalError("nothing of this runs") }
    }
    /// https://developer.apple.com/documentation/coredata/nsentitydescription/insertnewobject(forentityname:into:)
    open class func insertNewObject(
        forEntityName entityName: String, into context: NSManagedObjectContext
    ) -> NSManagedObject { fatalError("nothing of this runs") }
}

/// https://developer.apple.com/documentation/coredata/nsmanagedobjectmodel
@available(macOS 10.4, iOS 3.0, *)
open class NSManagedObjectModel: NSObject {
    /// https://developer.apple.com/documentation/coredata/nsmanagedobjectmodel/entities
    open var entities: [NSEntityDescription] {
        get { fatalError("nothing of this runs") }
        set { fatalError("nothing of this runs") }
    }
}

/// https://developer.apple.com/documentation/coredata/nsmanagedobject
@available(macOS 10.4, iOS 3.0, *)
open class NSManagedObject: NSObject {
    /// https://developer.apple.com/documentation/coredata/nsmanagedobject/setvalue(_:forkey:)
    open func setValue(_ value: Any?, forKey key: String) { fatalError("nothing of this runs") }
}

/// https://developer.apple.com/documentation/coredata/nsfetchrequestresult
@available(macOS 10.4, iOS 3.0, *)
public protocol NSFetchRequestResult {}
@available(macOS 10.4, iOS 3.0, *)
extension NSManagedObject: NSFetchRequestResult {}

/// https://developer.apple.com/documentation/coredata/nsfetchrequest
@available(macOS 10.4, iOS 3.0, *)
open class NSFetchRequest<ResultType: NSFetchRequestResult>: NSObject {
    /// https://developer.apple.com/documentation/coredata/nsfetchrequest/init(entityname:)
    public init(entityName: String) { fatalError("nothing of this runs") }
}

/// https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext
@available(macOS 10.4, iOS 3.0, *)
open class NSManagedObjectContext: NSObject {
    /// https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/save()
    open func save() throws { fatalError("nothing of this runs") }
    /// https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/count(for:)
    open func count<ResultType>(for request: NSFetchRequest<ResultType>) throws -> Int {
        fatalError("nothing of this runs")
    }
}

/// https://developer.apple.com/documentation/coredata/nspersistentstoredescription
@available(macOS 10.12, iOS 10.0, *)
open class NSPersistentStoreDescription: NSObject {
    /// https://developer.apple.com/documentation/coredata/nspersistentstoredescription/init(url:)
    public init(url: URL) { fatalError("nothing of this runs") }
}

/// https://developer.apple.com/documentation/coredata/nspersistentcontainer
@available(macOS 10.12, iOS 10.0, *)
open class NSPersistentContainer: NSObject {
    /// https://developer.apple.com/documentation/coredata/nspersistentcontainer/defaultdirectoryurl()
    open class func defaultDirectoryURL() -> URL { fatalError("nothing of this runs") }
    /// https://developer.apple.com/documentation/coredata/nspersistentcontainer/viewcontext
    open var viewContext: NSManagedObjectContext { fatalError("nothing of this runs") }
    /// https://developer.apple.com/documentation/coredata/nspersistentcontainer/persistentstoredescriptions
    open var persistentStoreDescriptions: [NSPersistentStoreDescription] {
        get { fatalError("nothing of this runs") }
        set { fatalError("nothing of this runs") }
    }
    /// https://developer.apple.com/documentation/coredata/nspersistentcontainer/init(name:managedobjectmodel:)
    public init(name: String, managedObjectModel model: NSManagedObjectModel) { fatalError("nothing of this runs") }
    /// https://developer.apple.com/documentation/coredata/nspersistentcontainer/loadpersistentstores(completionhandler:)
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) { fatalError("nothing of this runs") }
}
