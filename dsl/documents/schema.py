"""JSON Schemas (draft 2020-12) out of the table of keys, for editors. They accept and refuse what the reader of keys does.

Objects are closed. An entry that may be short or long is one schema with several types instead of `anyOf`, so that editors can
complete its keys and errors stand where the fault is.
"""

from __future__ import annotations

from collections.abc import Iterable

from custumal.dsl.documents.ids import PATTERNS
from custumal.dsl.documents.json_documents import DIALECT
from custumal.dsl.keys import FILES, FORMS, STEP_NAMES, Anything, Entries, Form, Head, Holds, Key, One, Sentence, Steps, Words
from custumal.dsl.keys import holds as held
from custumal.dsl.yaml.tree import Data

Schema = dict[str, Data]

RULE_FILES: tuple[str, ...] = tuple(FILES)
"""The kinds of rule files."""
_TOPS = {form.name for form in FILES.values()}
_SENTENCES: dict[str, list[Data]] = {start: ["string", "integer", "boolean"] for start in ("expression", "choices", "pick")}
_SHARED: dict[Holds, str] = {
    held.EXPRESSION: "expression",
    held.CANDIDATES: "choices",
    held.BODY: "body",
    held.ITEM: "item",
    held.TEXTS: "texts",
    held.RULES: "rules",
    held.ID: "id",
    held.NAME: "said-id",
    held.ID_ROWS: "id-rows",
    held.SEEN_BY: "seen-by",
    held.COST: "cost",
    held.PROVENANCE: "provenance",
    held.ADDRESSES: "addresses",
    held.WINDOWS: "windows",
}
_LITERALS: dict[str, Data] = {
    "number": "integer",
    "truth": "boolean",
    "text": "string",
    "id": "string",
    "name": "string",
    "rule": ["string", "integer", "boolean"],
}


def schema(kind: str) -> Schema:
    """The schema of one kind of file: game, components, variant, scenario or rulebook."""
    return _Writer().file(kind)


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
        if form.main is None or any(name != form.main for name in form.required):
            return {**about, "type": "object", **self._keys(form)}
        holds = form.keys[form.main].holds
        if not form.is_long or form.telling == STEP_NAMES:
            return {**about, **self._holds(holds)}
        main = self._inline(holds)
        if not form.telling:
            return {**about, **main, "type": _types(main, "object"), **self._keys(form)}
        return {**about, **self._told(form, main)}

    def _told(self, form: Form, main: Schema) -> Schema:
        """A map that is long if it has one of the telling keys, else the value of the main key."""
        assert form.main is not None
        layout = form.keys[form.main].holds.map
        assert isinstance(layout, Entries)
        keys = self._properties(form)
        short = {name: main.pop(name) for name in ("additionalProperties", "propertyNames")}
        names: list[Data] = list(form.keys)
        long: Schema = {"properties": {name: keys[name] for name in form.keys if name not in form.telling}}
        return {
            **main,
            "properties": {name: keys[name] for name in form.telling},
            "propertyNames": {"pattern": f"^(?:{'|'.join((PATTERNS[layout.ids], *form.keys))})$"},
            **_if_none(form.telling, short),
            "else": {**long, "propertyNames": {"enum": names}, "required": list(form.required)},
        }

    def _properties(self, form: Form) -> Schema:
        """The keys of a form; those of a form with the same keys are referred to."""
        if form.name == "ability":
            return self._elsewhere(form, "standing")
        is_file = form.name in _TOPS
        return {key.name: {**self._key(key), **(_filled(key.holds) if is_file else {})} for key in form.keys.values()}

    def _elsewhere(self, form: Form, written: str) -> Schema:
        """The keys of a form, as references to the definition where they are written out."""
        self._reference(written)
        return {name: {"$ref": f"#/$defs/{written}/properties/{name}"} for name in form.keys}

    def _keys(self, form: Form, properties: Schema | None = None) -> Schema:
        """The keys of a map, and which of them go together."""
        out: Schema = {"properties": properties or self._properties(form)}
        out["additionalProperties"] = self._holds(form.others) if form.others else False
        if form.required:
            out["required"] = list(form.required)
        return {**out, **_together(form)}

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
        if not scalar or (form.main is not None and form.keys[form.main].holds.members is None):
            return self._reference(form.name)
        return {**scalar, "type": _types(scalar, "object"), **self._keys(form, self._elsewhere(form, form.name) if form.main else None)}

    def _body(self, holds: Holds) -> Schema:
        """An effect, a list, the keys of one step, or named steps."""
        assert holds.items is not None
        self.defs["step-keys"] = {"enum": list(STEP_NAMES)}
        self.defs["one-step"] = {"propertyNames": {"$ref": "#/$defs/step-keys"}, **_together(FORMS["step"])}
        step = self._reference("step")
        return {
            "type": ["string", "array", "object"],
            "items": self._holds(holds.items),
            "properties": {name: {"$ref": f"#/$defs/step/properties/{name}"} for name in STEP_NAMES},
            "additionalProperties": step,
            "propertyNames": self._names("id"),
            "minProperties": 1,
            "dependentSchemas": {name: {"$ref": "#/$defs/one-step"} for name in STEP_NAMES},
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
    if leaf.kind in ("id", "name", "rule"):
        out["pattern"] = f"^(?:{PATTERNS[leaf.kind]})$"
    return out


def _types(inner: Schema, more: str) -> list[Data] | str:
    """The types of a schema and one more."""
    there = inner.get("type")
    types: list[Data] = list(there) if isinstance(there, list) else [] if there is None else [there]
    if not types:
        return more
    return types if more in types else [*types, more]


def _filled(holds: Holds) -> Schema:
    """A section has something in it."""
    if isinstance(holds.map, Steps):
        return {"minItems": 1}
    return {"minProperties": 1} if isinstance(holds.map, Entries | One) and holds.scalar is None else {}


def _if_none(names: tuple[str, ...], then: Schema) -> Schema:
    """What is so where none of these keys is there."""
    absent: list[Data] = [{"not": {"required": [name]}} for name in names]
    return {"if": {"allOf": absent} if len(absent) > 1 else absent[0], "then": then}


def _needs_one(names: tuple[str, ...]) -> Schema:
    """One of these keys has to be there; an `if` says so without alternatives, so that the last one is named as missing."""
    return _if_none(names[:-1], {"required": [names[-1]]}) if names else {}


def _exclusive(groups: Iterable[tuple[str, ...]]) -> Schema:
    """Beside each of these keys the others may not stand."""
    out: dict[str, set[str]] = {}
    for group in groups:
        for name in group:
            out.setdefault(name, set()).update(other for other in group if other != name)
    return {name: {"properties": dict.fromkeys(sorted(others), False)} for name, others in out.items()}


def _together(form: Form) -> Schema:
    """Which keys of a form one of them has to be, which exclude each other, and which go with a head."""
    rules = {**_exclusive(form.at_most_one), **{head.name: _head(form, head) for head in form.heads}}
    return {**_needed(form), **({"dependentSchemas": rules} if rules else {})}


def _needed(form: Form) -> Schema:
    """Of which keys one has to be there."""
    heads = tuple(head.name for head in form.heads)
    return _if_none(heads, _head(form, form.headless)) if form.headless else _needs_one(form.needs_one or heads)


def _head(form: Form, head: Head) -> Schema:
    """Beside a head only its parts may stand, and some must."""
    heads = (*form.heads, *((form.headless,) if form.headless else ()))
    bound = {name for each in heads for name in (each.name, *each.parts)}
    allowed = {head.name, *head.parts, *head.needs}
    rule: Schema = {"propertyNames": {"enum": [name for name in form.keys if name in allowed or name not in bound]}}
    if head.needs:
        rule["required"] = list(head.needs)
    return {**rule, **_needs_one(head.any_of)}


def _capital(text: str) -> str:
    """With a capital at the start, where that is a letter."""
    return text[:1].upper() + text[1:]
