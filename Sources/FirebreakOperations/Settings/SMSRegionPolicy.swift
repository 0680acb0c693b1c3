import FirebreakDiscovery
package import FirebreakWire

/// The regions to which SMS are sent, by the calling code of the number: `smsRegionConfig`.
package enum SMSRegionPolicy: Sendable, Equatable {
    case everywhere
    /// To all regions except these.
    case except(Set<String>)
    /// To these regions only.
    case only(Set<String>)

    package init(_ document: JSON?) {
        func regions(_ list: JSON?) -> Set<String> {
            Set((list?.arrayValue ?? []).compactMap { $0.stringValue?.uppercased() })
        }
        if let list = document?["allowlistOnly"] {
            self = .only(regions(list["allowedRegions"]))
        } else if let list = document?["allowByDefault"] {
            self = .except(regions(list["disallowedRegions"]))
        } else {
            self = .everywhere
        }
    }

    /// Whether SMS are sent to this number, which is in E.164 form.
    package func allows(_ number: String) -> Bool {
        switch self {
        case .everywhere: true
        case .except(let regions): regions.isDisjoint(with: CallingCode.regions(of: number))
        case .only(let regions): !regions.isDisjoint(with: CallingCode.regions(of: number))
        }
    }

    private static let shape = AdminResource.config.shape.settable("smsRegionConfig")

    /// Checks `smsRegionConfig` before it is stored.
    ///
    /// - Throws: `INVALID_REGION_CODE` for a region that does not exist; an error for both policies at once, which
    ///   requests cannot have, but fixtures and imports.
    static func check(_ document: JSON?) throws(WireError) {
        if let document, let violation = shape?.secondOfOneof(in: document) {
            throw .schemaViolation(violation.below(.key("smsRegionConfig")))
        }
        for path in ["allowByDefault.disallowedRegions", "allowlistOnly.allowedRegions"] {
            for region in document?[path: path]?.arrayValue ?? [] {
                guard CallingCode.isRegion(region.stringValue ?? "") else { throw .invalidRegionCode }
            }
        }
    }
}
