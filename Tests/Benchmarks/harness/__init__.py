"""Starts servers, puts load on them and tells what came of it. Nothing beyond the standard library and wrk."""
