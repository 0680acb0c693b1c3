#!/usr/bin/env bash
# Condenses Google's discovery documents into Sources/CResources/Resources/api/identitytoolkit.v{1,2,3}.json, and
# regenerates the schema of fixtures, which is made from them.
# Usage: scripts/update-api-spec.sh [DIR]   DIR has identitytoolkit.v{1,2,3}.json to adopt; default: those that are there
set -euo pipefail

documents=Sources/CResources/Resources/api
directory=$(cd "${1:-$(dirname "$0")/../$documents}" && pwd)
cd "$(dirname "$0")/.."

python3 - "$directory" "$documents" <<'PYTHON'
import json
import pathlib
import sys

# Prose and hints for code generators, which the API description does not need.
DROPPED = {"description", "enumDescriptions", "annotations", "pattern"}


def condensed(document):
    """Our form of a document: a flat list of methods, schemas without prose. A condensed document stays as it is."""
    given = methods(document, document) if "resources" in document else document["methods"]
    return {
        "api": document.get("name") or document["api"],
        "version": document["version"],
        "revision": document["revision"],
        "methods": [condensed_method(method) for method in given],
        "schemas": {name: without_prose(schema) for name, schema in document["schemas"].items()},
    }


def methods(resource, document):
    """The methods of a resource and of those in it, with their full paths."""
    found = [
        {**method, "path": "/" + document["servicePath"] + method.get("flatPath", method["path"])}
        for method in resource.get("methods", {}).values()
    ]
    for _, child in sorted(resource.get("resources", {}).items()):
        found += methods(child, document)
    return found


def condensed_method(method):
    """What the API description needs: path parameters come from the route table."""
    parameters = {
        name: without_prose(parameter)
        for name, parameter in method.get("parameters", {}).items()
        if parameter["location"] == "query"
    }
    members = {
        "id": method["id"],
        "httpMethod": method["httpMethod"],
        "path": method["path"],
        "parameters": parameters,
        "request": message(method.get("request")),
        "response": message(method.get("response")),
    }
    return {key: value for key, value in members.items() if value}


def message(reference):
    """The name of a message that a method takes or answers: an object in Google's documents, a text in condensed ones."""
    return reference["$ref"] if isinstance(reference, dict) else reference


def without_prose(schema):
    result = {key: value for key, value in sorted(schema.items()) if key not in DROPPED and key != "id"}
    if "properties" in result:
        result["properties"] = {
            name: without_prose(value) for name, value in sorted(result["properties"].items())
        }
    for key in ("items", "additionalProperties"):
        if isinstance(result.get(key), dict):
            result[key] = without_prose(result[key])
    return result


source, adopted = (pathlib.Path(argument) for argument in sys.argv[1:])
for version in ("v1", "v2", "v3"):
    name = f"identitytoolkit.{version}.json"
    document = condensed(json.loads((source / name).read_text()))
    (adopted / name).write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
PYTHON

scripts/update-fixture-schema.py
