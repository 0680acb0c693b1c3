#include "CLibXML2.h"
#include <dlfcn.h>
#include <pthread.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__APPLE__)
#define LIBRARY "libxml2.2.dylib"
#elif LIBXML_VERSION >= 21400
#define LIBRARY "libxml2.so.16"
#else
#define LIBRARY "libxml2.so.2"
#endif

// Result type, name, parameters with their names, the names alone.
#define FUNCTIONS(X) \
    X(xmlOutputBufferPtr, xmlAllocOutputBuffer, (xmlCharEncodingHandlerPtr encoder), (encoder)) \
    X(int, xmlC14NExecute, \
        (xmlDocPtr doc, xmlC14NIsVisibleCallback isVisible, void *data, int mode, xmlChar **prefixes, int comments, \
            xmlOutputBufferPtr buffer), \
        (doc, isVisible, data, mode, prefixes, comments, buffer)) \
    X(xmlDocPtr, xmlCtxtReadMemory, \
        (xmlParserCtxtPtr context, const char *buffer, int size, const char *url, const char *encoding, int options), \
        (context, buffer, size, url, encoding, options)) \
    X(xmlNodePtr, xmlDocGetRootElement, (const xmlDoc *doc), (doc)) \
    X(xmlChar *, xmlGetNoNsProp, (const xmlNode *node, const xmlChar *name), (node, name)) \
    X(xmlParserCtxtPtr, xmlNewParserCtxt, (void), ()) \
    X(xmlChar *, xmlNodeGetContent, (const xmlNode *node), (node)) \
    X(int, xmlOutputBufferClose, (xmlOutputBufferPtr buffer), (buffer)) \
    X(const xmlChar *, xmlOutputBufferGetContent, (xmlOutputBufferPtr buffer), (buffer)) \
    X(size_t, xmlOutputBufferGetSize, (xmlOutputBufferPtr buffer), (buffer)) \
    X(xmlChar *, xmlStrdup, (const xmlChar *text), (text)) \
    X(xmlStructuredErrorFunc *, __xmlStructuredError, (void), ())

// The same for functions without a result.
#define PROCEDURES(X) \
    X(xmlFreeDoc, (xmlDocPtr doc), (doc)) \
    X(xmlFreeParserCtxt, (xmlParserCtxtPtr context), (context)) \
    X(xmlInitParser, (void), ()) \
    X(xmlStopParser, (xmlParserCtxtPtr context), (context))

#define DECLARE_FUNCTION(result, name, parameters, arguments) result (*name) parameters;
#define DECLARE_PROCEDURE(name, parameters, arguments) void (*name) parameters;
static struct {
    FUNCTIONS(DECLARE_FUNCTION)
    PROCEDURES(DECLARE_PROCEDURE)
    xmlFreeFunc *xmlFree;
} loaded;

// Each stands for the function of its name, so that callers are written as if the library were linked.
#define FORWARD_FUNCTION(result, name, parameters, arguments) \
    result name parameters { return loaded.name arguments; }
#define FORWARD_PROCEDURE(name, parameters, arguments) \
    void name parameters { loaded.name arguments; }
FUNCTIONS(FORWARD_FUNCTION)
PROCEDURES(FORWARD_PROCEDURE)

void firebreak_xml_free(void *memory) { (*loaded.xmlFree)(memory); }

static bool is_loaded = false;

static void load(void) {
    int flags = RTLD_NOW | RTLD_LOCAL;
#if defined(RTLD_DEEPBIND) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
    // The library's calls of its own functions are not meant for those above. The sanitizers refuse it; without it such a
    // call makes a detour.
    flags |= RTLD_DEEPBIND;
#endif
    void *library = dlopen(LIBRARY, flags);
    if (!library) return;
    bool is_complete = true;
#define FIND(name) is_complete = (*(void **)&loaded.name = dlsym(library, #name)) && is_complete;
#define FIND_FUNCTION(result, name, parameters, arguments) FIND(name)
#define FIND_PROCEDURE(name, parameters, arguments) FIND(name)
    FUNCTIONS(FIND_FUNCTION)
    PROCEDURES(FIND_PROCEDURE)
#undef xmlFree
    FIND(xmlFree)
    is_loaded = is_complete;
}

bool firebreak_xml_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
