// Programs that embed the server use the client's types to talk to it.
@_exported public import FirebreakClient
@_exported public import FirebreakModel
