#pragma once

#include "../../CLibXML2Headers/shim.h"
#include <stdbool.h>

/// The functions of libxml2 that are used here, looked up when they are first needed: few servers ever read XML, and
/// loading the library and what it needs takes a noticeable part of a server's start. All others of libxml2 are unknown
/// to the linker.
///
/// Returns false if the system has no libxml2 with all of them; then none may be called.
bool firebreak_xml_load(void);

/// `xmlFree` is a variable, which Swift cannot read safely.
void firebreak_xml_free(void *memory);
