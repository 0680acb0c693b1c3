#ifndef C_RESOURCES_H
#define C_RESOURCES_H

#include <stddef.h>

/// A file as it stands in the binary.
typedef struct {
    /// Path below `Resources`; NULL beyond the last file.
    const char *name;
    const unsigned char *bytes;
    size_t length;
} firebreak_resource;

/// The file at a position, from 0.
firebreak_resource firebreak_resource_at(size_t index);

#endif
