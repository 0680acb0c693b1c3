"""Every method of the discovery documents, and those that no document has: at least one test each, in every profile.

One module per family of methods. The mark `covers` of a test names the methods that must answer it and the sections of
the contract that it holds them against; Compatibility.md is made from these marks.
"""
