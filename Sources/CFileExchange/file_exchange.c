// Here and not in Swift, because glibc declares renameat2 only to those who ask for GNU extensions.
#define _GNU_SOURCE
#include "CFileExchange.h"

#include <fcntl.h>
#include <stdio.h>

int file_exchange(const char *one, const char *other) {
#if defined(__APPLE__)
    return renamex_np(one, other, RENAME_SWAP);
#else
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
#endif
}
