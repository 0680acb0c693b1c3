import FirebreakWire

/// Writes a time as RFC 5322 does: `Thu, 01 Jan 1970 00:00:00 +0000`.
func mailDate(_ time: Timestamp) -> String { time.internetDate + " +0000" }
