import CResources

/// A file that stands in the binary, as written below `Sources/CResources/Resources`.
package struct Resource: Sendable {
    /// Path below `Resources`, such as `console/console.css`.
    package let name: String
    private let index: Int

    /// All files by name.
    package static let all: [String: Resource] = {
        var resources: [String: Resource] = [:]
        for index in 0... {
            guard let name = firebreak_resource_at(index).name else { break }
            let resource = Resource(name: String(cString: name), index: index)
            resources[resource.name] = resource
        }
        return resources
    }()

    package var bytes: UnsafeBufferPointer<UInt8> {
        let resource = firebreak_resource_at(index)
        return UnsafeBufferPointer(start: resource.bytes, count: resource.length)
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
