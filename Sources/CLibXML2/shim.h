#pragma once

// Debian's libxml2 uses ICU and would include ICU's headers, whose types contradict those of Foundation's own copy.
// Nothing here looks into the one structure that has members for it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <dlfcn.h>
#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#if defined(__APPLE__)
#define LIBXML2_FILE "libxml2.2.dylib"
#elif LIBXML_VERSION >= 21400
#define LIBXML2_FILE "libxml2.so.16"
#else
#define LIBXML2_FILE "libxml2.so.2"
#endif

#define LIBXML2_FUNCTIONS(X) \
    X(xmlAllocOutputBuffer) X(xmlC14NExecute) X(xmlCtxtReadMemory) X(xmlDocGetRootElement) X(xmlFreeDoc) \
    X(xmlFreeParserCtxt) X(xmlGetNoNsProp) X(xmlInitParser) X(xmlNewParserCtxt) X(xmlNodeGetContent) \
    X(xmlOutputBufferClose) X(xmlOutputBufferGetContent) X(xmlOutputBufferGetSize) X(xmlStopParser) X(xmlStrdup) \
    X(__xmlStructuredError)

struct libxml2 {
#define LIBXML2_MEMBER(name) __typeof__(name) *_Nonnull name;
    LIBXML2_FUNCTIONS(LIBXML2_MEMBER)
#undef xmlFree
    xmlFreeFunc _Nonnull xmlFree;
};

/// Loads the library, which is not linked: few servers ever read XML, and loading it and what it needs takes a
/// noticeable part of a server's start.
///
/// Returns the functions that are used here, or NULL if the system has no libxml2 with all of them. Not to be called by
/// two threads at once.
static inline const struct libxml2 *_Nullable libxml2_load(void) {
    static struct libxml2 loaded;
    void *library = dlopen(LIBXML2_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
#define LIBXML2_FIND(name) \
    void *name##_found = dlsym(library, #name); \
    if (!name##_found) return NULL; \
    loaded.name = name##_found;
    LIBXML2_FUNCTIONS(LIBXML2_FIND)
    // A variable.
    xmlFreeFunc *free = dlsym(library, "xmlFree");
    if (!free || !*free) return NULL;
    loaded.xmlFree = *free;
    return &loaded;
}
