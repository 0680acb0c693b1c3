// Tests need one import.
@_exported public import Firebreak
