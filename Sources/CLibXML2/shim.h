#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

/// `xmlFree` is a variable, which Swift cannot read safely.
static inline void firebreak_xml_free(void *memory) { xmlFree(memory); }
