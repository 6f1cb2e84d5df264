"""Write web/src/lib/protocol.ts: the types of docs/protocol.schema.json for the page, for both directions.

    python scripts/typescript.py

A union of objects that differ in one constant (`t`, `kind`, `event`) is one that TypeScript narrows in a `switch`.  The
file is written as prettier writes it.
"""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "docs" / "protocol.schema.json"
FILE = ROOT / "web" / "src" / "lib" / "protocol.ts"
WIDTH = 120  # of a line
HEAD = """\
// The messages between the page and the server, as docs/server.md describes them.  The page knows no rules: it shows
// what it is sent and offers what the server offers.  Written by scripts/typescript.py (`make docs`).
"""

Schema = dict[str, Any]
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def text() -> str:
    """Return the file."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    types = [_declaration(name, definition) for name, definition in schema["$defs"].items()]
    version = f"export const PROTOCOL = {schema['protocol']};\n"
    return "\n".join([HEAD, version, *types, _endpoints(schema["http"])])


def _declaration(name: str, definition: Schema) -> str:
    about = f"// {definition['description'].split('. ')[0].removesuffix('.')}.\n" if "description" in definition else ""
    if "properties" not in definition:
        return about + _alias(name, _alternatives(definition))
    required = definition["required"]
    fields = [
        f"  {field}{'' if field in required else '?'}: {_type(part)};"
        for field, part in definition["properties"].items()
    ]
    return "\n".join([f"{about}export interface {name} {{", *fields, "}", ""])


def _alias(name: str, alternatives: list[str]) -> str:
    line = f"export type {name} = {' | '.join(alternatives)};\n"
    if len(line) <= WIDTH + 1:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {one}" for one in alternatives) + ";\n"


def _alternatives(part: Schema) -> list[str]:
    """Return the types of which a value has one."""
    if "anyOf" in part:
        return list(dict.fromkeys(one for each in part["anyOf"] for one in _alternatives(each)))
    if "enum" in part:
        return [json.dumps(one) for one in part["enum"]]
    if "const" in part:
        return [json.dumps(part["const"])]
    if "$ref" in part:
        return [part["$ref"].rpartition("/")[2]]
    if part.get("type") == "array":
        items = _type(part["items"])
        return [f"({items})[]" if " | " in items else f"{items}[]"]
    if "contentMediaType" in part:
        return ["ArrayBuffer"]
    if part.get("type") == "object":
        return [f"Record<string, {_type(part['additionalProperties'])}>"]
    return [_PLAIN[part["type"]]] if part else ["unknown"]


def _type(part: Schema) -> str:
    return " | ".join(_alternatives(part))


def _endpoints(http: dict[str, dict[str, Schema]]) -> str:
    """Return what is sent to each endpoint and what it answers, if it does not refuse."""
    lines = ["// What is sent to each endpoint, and what it answers.", "export interface Endpoints {"]
    for endpoint, sides in http.items():
        body = _type(sides["body"]) if "body" in sides else "undefined"
        lines.append(f'  "{endpoint}": {{ body: {body}; answer: {_alternatives(sides["answer"])[0]} }};')
    return "\n".join([*lines, "}", ""])


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
    print(f"{FILE} written")


if __name__ == "__main__":
    main()
