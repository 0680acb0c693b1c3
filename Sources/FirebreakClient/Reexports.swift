// The types that calls take and return are part of the client.
@_exported public import FirebreakModel
