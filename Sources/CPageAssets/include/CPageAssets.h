#ifndef C_PAGE_ASSETS_H
#define C_PAGE_ASSETS_H

#include <stddef.h>

/// A file of the pages, as it stands in the binary.
typedef struct {
    /// Path below `Assets`; NULL beyond the last file.
    const char *name;
    const unsigned char *bytes;
    size_t length;
} firebreak_page_asset;

/// The file at a position, from 0.
firebreak_page_asset firebreak_page_asset_at(size_t index);

#endif
