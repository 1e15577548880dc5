"""Keys of the nouns: options, lists, tables, graphs, resources, kinds, components, zones, kept values, values, definitions."""

from __future__ import annotations

from custumal.dsl.keys.common import ABOUT
from custumal.dsl.keys.form import Entries, Form, Holds, Key, One, form
from custumal.dsl.keys.holds import (
    AMOUNT,
    CONTENTS,
    DATA,
    EXPRESSION,
    FLAG,
    ID,
    ID_ROWS,
    NAME,
    POINTS,
    PROVENANCE,
    ROW_PROVENANCE,
    SEEN_BY,
    SIZES,
    SOURCE,
    STEP,
    TEXT,
    TEXTS,
    TRUTH,
    TYPE,
    entries,
    words,
)

OPTION = form(
    "option",
    "an option",
    "A choice that is made before the game begins.",
    Key("is", TYPE, "The type of its values.", "1 to 6", required=True),
    Key("default", EXPRESSION, "The value without a choice; it has to be of the type.", 3, required=True),
    Key("if", TRUTH, "The option is offered only if this holds.", "players >= 3", "always offered"),
    ABOUT,
    main="is",
    ordered=True,
)

WORDS = Holds("a list of words, or a map of words and attributes", items=NAME, map=Entries("word", "name"))

LIST = form(
    "list",
    "a list",
    "New words, or a part of a list. Short: the words, or each word with its attributes.",
    Key("are", WORDS, "The words in order; with attributes as a map.", ["red", "green", "blue"], required=True),
    Key("among", ID, "The list (or `resource`) of which these words are a part.", "resource", "a list of its own"),
    ABOUT,
    main="are",
    telling=("are", "among"),
    ordered=True,
)

WORD = form(
    "word",
    "a word of a list",
    "Attributes of one word.",
    ABOUT,
    others=EXPRESSION,
    ordered=True,
)

TABLE = form(
    "table",
    "a table",
    "Steps of numbers: it answers with the row whose number is the greatest not above the argument.",
    Key(
        "rows",
        entries("table-row", "a map of numbers and values", "number"),
        "Numbers and what they give.",
        {"0": 0, "5": 2},
        required=True,
    ),
    Key("provenance", ROW_PROVENANCE, "Where the numbers come from; it is printed in the rulebook then.", "rulebook", "nothing is said"),
    ABOUT,
    main="rows",
    telling=("rows",),
)

TABLE_ROW = form(
    "table-row",
    "a row of a table",
    "What the table gives from this number on.",
    Key("is", EXPRESSION, "The value.", 2, required=True),
    main="is",
    is_long=False,
)

GRAPH = form(
    "graph",
    "a graph",
    "Points and their connections, for a zone of the shape `graph`.",
    Key("nodes", POINTS, "The points.", ["a", "b", "c"], required=True),
    Key("edges", ID_ROWS, "Pairs of points that are neighbours.", [["a", "b"], ["b", "c"]], required=True),
    Key("lines", ID_ROWS, "Rows of points that count as lines.", [["a", "b", "c"]], "no lines"),
    ABOUT,
    ordered=True,
)

RESOURCE = form(
    "resource",
    "a resource",
    "An amount that every seat has and can pay. Further keys are attributes, such as what it is worth.",
    Key("start", EXPRESSION, "What a seat has at the start, an allowance whenever the step begins; `me` is that seat.", 4, "0"),
    Key("least", EXPRESSION, "It never falls below this.", 0, "0"),
    Key("most", EXPRESSION, "It never rises above this.", 20, "no limit"),
    Key("supply", EXPRESSION, "How many tokens there are in all.", 20, "as many as are needed"),
    Key("per", STEP, "An allowance: it is at `start` when a pass of this step begins, and gone when it ends.", "turn", "not an allowance"),
    Key("through", STEP, "Gains go through this value, as `VALUE(seat, amount)`.", "gain-of", "unchanged"),
    Key("seen-by", SEEN_BY, "Who sees it.", "owner", "`all`"),
    ABOUT,
    others=EXPRESSION,
    ordered=True,
)

HOUSE_SEAT = form(
    "house-seat",
    "a house seat",
    "A seat that nobody plays: it owns things and stands in the order of play, but never decides.",
    Key("if", TRUTH, "It is there only if this holds.", "players is 1", "always there"),
    ABOUT,
    ordered=True,
)

KIND = form(
    "kind",
    "a kind",
    "A kind of things: cards, dice, tiles, figures.",
    Key(
        "printed",
        entries("column", "a map of columns and types"),
        "What is printed on the things.",
        {"colour": "colour", "value": "number"},
        "nothing",
    ),
    Key("owned", FLAG, "Each thing has a printed `owner`.", example=True, default="false"),
    Key("serves", words("holder", "owner", "everyone"), "Whom the abilities serve.", "holder", "`owner` if owned, else `holder`"),
    Key(
        "active",
        TRUTH,
        "When abilities are in force; reads `this` and `owner`, the seat served.",
        "this is in hand of owner",
        "an error if a row has abilities",
    ),
    ABOUT,
    ordered=True,
)

COLUMN = form(
    "column",
    "a printed column",
    "One thing that is printed on the things of a kind.",
    Key("is", TYPE, "The type of its values.", "number", required=True),
    Key("provenance", SOURCE, "Where the values come from.", "rulebook", "that of the table"),
    ABOUT,
    main="is",
    ordered=True,
)

COMPONENT = form(
    "component",
    "a table of components",
    "Things that the game has. They exist from the start and are never made or destroyed.",
    Key("kind", ID, "Their kind.", "card", required=True),
    Key("in", AMOUNT, "The zone in which they are at first; it may read what is printed on them.", "hand of owner", required=True),
    Key(
        "for-each",
        entries("for-each", "a map of columns (or `owner`) and values"),
        "One thing for each value.",
        {"owner": "seat", "value": "1 to 6"},
        "one thing",
    ),
    Key("copies", AMOUNT, "How many of each there are.", 2, "1"),
    Key("if", TRUTH, "They are in the game only if this holds.", "players >= 3", "true"),
    Key("provenance", PROVENANCE, "Where the printed values come from.", "rulebook", "a warning in games that cite rules"),
    Key(
        "rows",
        entries("row", "a map of rows", "name"),
        "The different things; a row gives the printed columns.",
        {"ace": {"value": 11, "copies": 4}},
        "one row with the table's id",
    ),
    Key(
        "file",
        TEXT,
        "A CSV file with the rows, in the game's folder; its first line names the columns, `id` before all others.",
        "cards.csv",
        "rows stand here",
    ),
    ABOUT,
    main="rows",
    at_most_one=(("rows", "file"),),
    ordered=True,
)

FOR_EACH = form(
    "for-each",
    "an entry of `for-each`",
    "One thing for each of these values.",
    Key("is", EXPRESSION, "The values: a list, a range, `seat`.", "1 to 6", required=True),
    main="is",
    is_long=False,
    ordered=True,
)

COLUMN_SOURCE = form(
    "column-source",
    "the provenance of a column or row",
    "Where the values of one column, or of one row of a table of numbers, come from.",
    Key("is", SOURCE, "Where from.", "rulebook", required=True),
    main="is",
    is_long=False,
)

ROW = form(
    "row",
    "a row of components",
    "One of the things of a table. Further keys are the printed columns of its kind.",
    Key("copies", AMOUNT, "How many there are.", 3, "that of the table, else 1"),
    Key("if", TRUTH, "It is in the game only if this holds.", "players >= 3", "true"),
    Key(
        "abilities",
        entries("ability", "a map of standing rules"),
        "Standing rules that hold while the thing is active.",
        {"more-cards": {"modify": "values.hand-limit", "add": 1}},
        "none",
    ),
    Key("text", TEXTS, "What is printed on it for people to read: what it does.", "Draw three cards.", "nothing"),
    Key("provenance", PROVENANCE, "Where the printed values come from.", "public", "that of the table"),
    ABOUT,
    others=DATA,
    ordered=True,
)

SHAPE_WORDS = ("heap", "pile", "bag")

ZONE = form(
    "zone",
    "a zone",
    "A place for things, of the game, of a seat, of a thing. Parameters stand in the key: `hand(seat)`.",
    Key("holds", CONTENTS, "What lies there: `one KIND` or `KIND`.", "card", "a bare board"),
    Key(
        "shape",
        Holds("`heap`, `pile`, `bag` or a map such as `{ring: 12}`", words(*SHAPE_WORDS).scalar, map=One("shape")),
        "How it is laid out.",
        {"grid": [3, 3]},
        "`heap`",
    ),
    Key("room", AMOUNT, "How many things it, or each of its cells, has room for.", 2, "no limit"),
    Key("seen-by", SEEN_BY, "Who sees what lies there.", "owner", "`all`"),
    Key("refill", AMOUNT, "A pile or bag: what comes here, shuffled, when something is drawn and nothing is left.", "heap", "nothing"),
    ABOUT,
    main="holds",
)

GRID = Holds("`[width, height]` or `open`", words("open").scalar, items=AMOUNT)

SHAPE = form(
    "shape",
    "a shape",
    "The layout of a zone.",
    Key("slots", AMOUNT, "Places beside each other: a number, or one for each entry of a list or a printed row.", 5),
    Key("ring", AMOUNT, "So many cells in a circle.", 12),
    Key("track", AMOUNT, "So many cells in a row.", 30),
    Key("grid", GRID, "Columns and rows, or `open`: without an edge.", [8, 8]),
    Key("cubes", SIZES, "A box of cubes: width, depth, height.", [4, 4, 5]),
    Key("graph", ID, "The nodes of a graph.", "points"),
    Key("cells", words("square", "hex"), "The form of the cells of a grid.", "hex", "`square`"),
    Key(
        "wraps",
        words("columns", "rows", "both"),
        "A grid or box without these edges: behind the last column comes the first, or behind the last row.",
        "columns",
        "edges all around",
    ),
    Key("edges", ID, "Tiles: the list of what an edge can be; things have `edges: LIST per side`.", "edge", "no edges"),
    Key("corners", ID, "Tiles: the list of what a corner can be; things have `corners: LIST per corner`.", "mark", "no corners"),
    Key("halves", ID, "Tiles: the list of what half an edge can be; things have `halves: LIST per half`.", "way", "no halves"),
    Key("turns", words("quarter"), "Tiles may be laid with quarter turns.", "quarter", "no turns"),
    needs_one=("slots", "ring", "track", "grid", "cubes", "graph"),
    at_most_one=(
        ("slots", "ring", "track", "grid", "cubes", "graph"),
        *(("wraps", other) for other in ("slots", "ring", "track", "graph", "edges", "corners", "halves", "turns")),
    ),
)

KEPT = form(
    "kept",
    "a kept value",
    "Something that the game remembers, of the game, of a seat, of a cell. Parameters stand in the key: `stake(seat)`.",
    Key("is", TYPE, "The type of its values.", "0 to 20", required=True),
    Key("start", EXPRESSION, "The value at first.", "first(seats)", "0 (or the bound nearest to it), false, none"),
    Key("until", STEP, "It is back at `start` whenever a pass of this step ends; `end`: never, on purpose.", "turn", "the whole game"),
    Key("seen-by", SEEN_BY, "Who sees it.", "owner", "`all`"),
    ABOUT,
    main="is",
)

IS = Key("is", EXPRESSION, "What it is. It has no actor: a seat is a parameter.", "count(hand of s)", required=True)
BOUNDS = (
    Key("least", EXPRESSION, "It is never below this, after all rules that modify it.", 0, "no bound"),
    Key("most", EXPRESSION, "It is never above this, after all rules that modify it.", 10, "no bound"),
)

VALUE = form("value", "a value", "A number or bundle that rules and house rules may touch.", IS, BOUNDS, ABOUT, main="is")
DEFINITION = form(
    "definition",
    "a definition",
    "A word of the rulebook.",
    IS,
    Key("gives", TYPE, "What it answers, where rules widen what stands here.", "maybe card", "what its sentence gives"),
    ABOUT,
    main="is",
)

FORMS: tuple[Form, ...] = (
    OPTION, LIST, WORD, TABLE, TABLE_ROW, GRAPH, RESOURCE, HOUSE_SEAT, KIND, COLUMN, COMPONENT, FOR_EACH, COLUMN_SOURCE, ROW, ZONE, SHAPE,
    KEPT, VALUE, DEFINITION,
)  # fmt: skip
