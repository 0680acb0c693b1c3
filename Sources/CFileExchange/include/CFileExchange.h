#pragma once

/// Puts two files or directories of one file system in each other's place, atomically.
///
/// Returns 0, or -1 with `errno` where the system or the file system cannot.
int file_exchange(const char *one, const char *other);
