"""JSON Schemas (draft 2020-12) out of the table of keys, for editors and for a second look at every file.

Objects are closed. An entry that may be short or long is one schema with several types instead of `anyOf`, so that editors can
complete its keys and errors stand where the fault is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from custumal.dsl.documents.ids import PATTERNS
from custumal.dsl.keys import FILES, FORMS, STEP_NAMES, Anything, Entries, Form, Head, Holds, Key, One, Sentence, Steps, Words
from custumal.dsl.keys import holds as held
from custumal.dsl.yaml.tree import Data

Schema = dict[str, Data]

KINDS: tuple[str, ...] = tuple(FILES)
"""The kinds of files that have a schema."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SENTENCES: dict[str, list[Data]] = {"expression": ["string", "integer", "boolean"], "pick": ["string", "integer"]}
_SHARED: dict[Holds, str] = {
    held.EXPRESSION: "expression",
    held.CANDIDATES: "choices",
    held.BODY: "body",
    held.TEXTS: "texts",
    held.RULES: "rules",
    held.ID: "id",
    held.ID_ROWS: "id-rows",
    held.SEEN_BY: "seen-by",
    held.COST: "cost",
    held.PROVENANCE: "provenance",
    held.ADDRESSES: "addresses",
    held.WINDOWS: "windows",
}
_LITERALS: dict[str, str] = {"number": "integer", "truth": "boolean", "text": "string", "id": "string", "rule": "string"}


def schema(kind: str) -> Schema:
    """The schema of one kind of file: game, components, variant, scenario, rulebook or record."""
    return _Writer().file(kind)


def schema_text(kind: str) -> str:
    """The schema as it stands in `schemas/`."""
    return json.dumps(schema(kind), indent=2, ensure_ascii=False) + "\n"


class _Writer:
    """Writes one schema; definitions are added as they are referred to."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}

    def file(self, kind: str) -> Schema:
        form = FILES[kind]
        body = self._keys(form)
        top: Schema = {
            "$schema": DIALECT,
            "$id": f"{kind}.schema.json",
            "title": _capital(form.a),
            "description": form.text,
            "type": "object",
        }
        if not self.defs:
            return {**top, **body}
        return {**top, **body, "$defs": dict(sorted(self.defs.items()))}

    # ------------------------------------------------------------ entries

    def _reference(self, name: str) -> Schema:
        """A reference to the definition of a form, which is written the first time."""
        if name not in self.defs:
            self.defs[name] = {}
            self.defs[name] = self._entry(FORMS[name])
        return {"$ref": f"#/$defs/{name}"}

    def _entry(self, form: Form) -> Schema:
        """An entry of a map: its long form and, where it has a main key, its short one."""
        about: Schema = {"title": _capital(form.a), "description": form.text}
        if form.main is None:
            return {**about, "type": "object", **self._keys(form)}
        holds = form.keys[form.main].holds
        if not form.is_long or form.telling == STEP_NAMES:
            return {**about, **self._holds(holds)}
        main = self._inline(holds)
        if not form.telling:
            return {**about, **main, "type": _types(main, "object"), **self._keys(form)}
        return {**about, **main, **self._told(form)}

    def _told(self, form: Form) -> Schema:
        """A map that is long if it has one of the telling keys, else the value of the main key."""
        assert form.main is not None
        layout = form.keys[form.main].holds.map
        assert isinstance(layout, Entries)
        names: list[Data] = list(form.keys)
        told: Schema = {"propertyNames": {"enum": names}, "required": list(form.required)}
        return {
            "properties": self._properties(form),
            "propertyNames": {"pattern": f"^(?:{'|'.join((PATTERNS[layout.ids], *form.keys))})$"},
            "dependentSchemas": dict.fromkeys(form.telling, told),
        }

    def _properties(self, form: Form) -> Schema:
        """The keys of a form; those of a form with the same keys are referred to."""
        if form.name == "ability":
            self._reference("standing")
            return {name: {"$ref": f"#/$defs/standing/properties/{name}"} for name in form.keys}
        return {key.name: self._key(key) for key in form.keys.values()}

    def _keys(self, form: Form) -> Schema:
        """The keys of a map, and which of them go together."""
        out: Schema = {"properties": self._properties(form)}
        out["additionalProperties"] = self._holds(form.others) if form.others else False
        if form.required:
            out["required"] = list(form.required)
        out.update(_needs_one(form.needs_one))
        together = {**_exclusive(form.at_most_one), **_heads(form)}
        if together:
            out["dependentSchemas"] = together
        return out

    def _key(self, key: Key) -> Schema:
        default = f" Without it: {key.default}." if key.default else ""
        return {"description": key.text + default, "examples": [key.example], **self._holds(key.holds)}

    # ------------------------------------------------------------ values

    def _holds(self, holds: Holds) -> Schema:
        """What a key holds; what many keys hold is defined once."""
        name = _SHARED.get(holds)
        if name is None:
            return self._inline(holds)
        if name not in self.defs:
            self.defs[name] = {}
            self.defs[name] = self._inline(holds)
        return {"$ref": f"#/$defs/{name}"}

    def _inline(self, holds: Holds) -> Schema:
        """One schema with all the types that may stand there."""
        if isinstance(holds.map, Steps):
            return self._body(holds)
        if isinstance(holds.map, Anything):
            return {}
        out = _scalar(holds)
        members = holds.members
        if members is not None:
            out = {**out, "type": _types(out, "array"), "items": self._holds(members)}
        if isinstance(holds.map, Entries):
            names = self._names(holds.map.ids)
            out = {**out, "type": _types(out, "object"), "additionalProperties": self._reference(holds.map.form), "propertyNames": names}
        elif isinstance(holds.map, One):
            out = self._one(holds.map, out)
        return out

    def _names(self, ids: str) -> Schema:
        name = f"key-{ids}"
        self.defs.setdefault(name, {"type": "string", "pattern": f"^(?:{PATTERNS[ids]})$"})
        return {"$ref": f"#/$defs/{name}"}

    def _one(self, layout: One, scalar: Schema) -> Schema:
        """The keys of one entry; beside a scalar they are written out, since a definition says what type it has."""
        form = FORMS[layout.form]
        if not scalar or form.main is not None:
            return self._reference(form.name)
        return {**scalar, "type": _types(scalar, "object"), **self._keys(form)}

    def _body(self, holds: Holds) -> Schema:
        """An effect, a list, the keys of one step, or named steps."""
        assert holds.items is not None
        only_keys: Schema = {"propertyNames": {"$ref": "#/$defs/step-keys"}}
        self.defs["step-keys"] = {"enum": list(STEP_NAMES)}
        step = self._reference("step")
        return {
            "type": ["string", "array", "object"],
            "items": self._holds(holds.items),
            "properties": {name: {"$ref": f"#/$defs/step/properties/{name}"} for name in STEP_NAMES},
            "additionalProperties": step,
            "propertyNames": self._names("id"),
            "dependentSchemas": dict.fromkeys(STEP_NAMES, only_keys),
        }


def _scalar(holds: Holds) -> Schema:
    leaf = holds.scalar
    if leaf is None:
        return {}
    if isinstance(leaf, Sentence):
        types = _SENTENCES.get(leaf.start, ["string"])
        return {"type": types[0] if len(types) == 1 else list(types)}
    if isinstance(leaf, Words):
        alone = holds.items is None and holds.map is None
        return {"enum": list(leaf.words)} if alone else {"type": "string", "pattern": f"^(?:{'|'.join(leaf.words)})$"}
    out: Schema = {"type": _LITERALS[leaf.kind]}
    if leaf.kind in ("id", "rule"):
        out["pattern"] = f"^(?:{PATTERNS[leaf.kind]})$"
    return out


def _types(inner: Schema, more: str) -> list[Data] | str:
    """The types of a schema and one more."""
    there = inner.get("type")
    types: list[Data] = list(there) if isinstance(there, list) else [] if there is None else [there]
    if not types:
        return more
    return types if more in types else [*types, more]


def _needs_one(names: tuple[str, ...]) -> Schema:
    """One of these keys has to be there; an `if` says so without alternatives, so that the last one is named as missing."""
    if not names:
        return {}
    others: list[Data] = [{"not": {"required": [name]}} for name in names[:-1]]
    return {"if": {"allOf": others} if len(others) > 1 else others[0], "then": {"required": [names[-1]]}}


def _exclusive(groups: Iterable[tuple[str, ...]]) -> Schema:
    """Beside each of these keys the others may not stand."""
    out: dict[str, set[str]] = {}
    for group in groups:
        for name in group:
            out.setdefault(name, set()).update(other for other in group if other != name)
    return {name: {"properties": dict.fromkeys(sorted(others), False)} for name, others in out.items()}


def _heads(form: Form) -> Schema:
    """Beside each head only its parts may stand."""
    heads: tuple[Head, ...] = form.heads
    parts = {name for head in (*heads, *((form.headless,) if form.headless else ())) for name in head.parts}
    free = [name for name in form.keys if name not in parts and name not in {head.name for head in heads}]
    out: Schema = {}
    for head in heads:
        allowed = {head.name, *head.parts, *head.needs, *free}
        rule: Schema = {"propertyNames": {"enum": [name for name in form.keys if name in allowed]}}
        if head.needs:
            rule["required"] = list(head.needs)
        out[head.name] = rule
    return out


def _capital(text: str) -> str:
    """With a capital at the start, where that is a letter."""
    return text[:1].upper() + text[1:]


def write_schemas(folder: Path) -> None:
    """Writes the schema of every kind of file to `folder`, as `KIND.schema.json`."""
    for kind in KINDS:
        (folder / f"{kind}.schema.json").write_text(schema_text(kind), encoding="utf-8", newline="\n")
