package import FirebreakWire

/// Times as people read them, in UTC; scripts of the console show them in the reader's zone.
package enum TimeText {
    /// `2026-06-01 12:00:00` for `2026-06-01T12:00:00.000Z`; any other text as it is.
    package static func text(_ rfc3339: String) -> String {
        guard rfc3339.utf8.count >= 20, rfc3339.endsWithBytes(of: "Z") else { return rfc3339 }
        return String(rfc3339.prefix(19).substituting("T", with: " "))
    }

    /// For lists: the time of day alone if that is on the day of `now`, else the date as well. With scripts, how long ago it
    /// was.
    package static func short(_ rfc3339: String, now: String) -> HTML {
        let text = text(rfc3339)
        let shown = rfc3339.prefix(10) == now.prefix(10) ? text.dropFirst(11) : text.prefix(16)
        return #"<time datetime="\#(rfc3339)" title="\#(text) UTC" data-relative>\#(String(shown)) UTC</time>"#
    }

    /// The time as an element that machines can read as well.
    package static func html(_ rfc3339: String) -> HTML {
        #"<time datetime="\#(rfc3339)">\#(zoned(rfc3339))</time>"#
    }

    /// The time of a clock that goes on; with scripts it does so on the page.
    package static func running(_ rfc3339: String) -> HTML {
        #"<time datetime="\#(rfc3339)" data-ticks>\#(zoned(rfc3339))</time>"#
    }

    /// `2026-06-01 12:00:00 UTC`; any text that is not a time as it is.
    package static func zoned(_ rfc3339: String) -> String {
        let text = text(rfc3339)
        return text == rfc3339 ? text : text + " UTC"
    }
}
