"""Recorded answers of the service, as data, and what plays them to a server and compares. README.md says how."""
