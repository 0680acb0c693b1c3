// Whoever embeds the server talks to it by the client's types.
@_exported public import FirebreakClient
@_exported public import FirebreakModel
