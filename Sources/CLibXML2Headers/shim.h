// Debian's libxml2 uses ICU and would include ICU's headers, whose types contradict those of Foundation's own copy.
// Nothing here looks into the one structure that has members for it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
