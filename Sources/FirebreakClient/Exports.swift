// The values that calls take and answer are part of the client.
@_exported public import FirebreakModel
