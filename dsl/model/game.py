"""A whole checked game."""

from __future__ import annotations

from custumal.dsl.base.frozen import dataclass, field
from custumal.dsl.model.actions import Action, Procedure, Step
from custumal.dsl.model.endings import End, HouseSeat, Invariant, Ladder, RankKey, ScoreLine, Teams
from custumal.dsl.model.memo import Memoised
from custumal.dsl.model.nouns import ComponentTable, Definition, Graph, Kept, Kind, Listing, Option, StepTable, Zone
from custumal.dsl.model.rule_changes import Rewording, RuleChange
from custumal.dsl.model.scenarios import Accepted, Scenario
from custumal.dsl.model.standing import Rule
from custumal.dsl.model.texts import Source, Text


@dataclass(frozen=True, slots=True)
class GameModel(Memoised):
    """A whole checked game. Maps keep file order; addresses are keys of `sources` for every rule element.

    `setup` and `play` are steps in order; the game is over when `play` ends. `labels` names ids for people: id -> Text.
    `display` is the display section as plain data. `accepted` are scenarios that must fail because of a variant; `left_out` are
    those that are not run, each with why (players, unreadable, several) and its file; `variant_files` has the id of each variant by
    what messages call its file and the one beside it. `rule_changes` and `reworded` tell of each numbered rule what variants do to
    it. `hashes` name what each entry that matters for play says, by its address.
    """

    id: str
    title: Text
    players: tuple[int, int]
    languages: tuple[str, ...]
    cites: str | None
    rules_hash: str
    options: dict[str, Option] = field(default_factory=dict)
    lists: dict[str, Listing] = field(default_factory=dict)
    tables: dict[str, StepTable] = field(default_factory=dict)
    graphs: dict[str, Graph] = field(default_factory=dict)
    resources: tuple[str, ...] = ()
    kinds: dict[str, Kind] = field(default_factory=dict)
    components: dict[str, ComponentTable] = field(default_factory=dict)
    shapes: tuple[tuple[tuple[int, int, int], ...], ...] = ()
    zones: dict[str, Zone] = field(default_factory=dict)
    kept: dict[str, Kept] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    setup: tuple[Step, ...] = ()
    play: tuple[Step, ...] = ()
    actions: dict[str, Action] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    standing: tuple[Rule, ...] = ()
    end: tuple[End, ...] = ()
    scoring: tuple[ScoreLine, ...] = ()
    ranking: tuple[RankKey, ...] = ()
    ladder: Ladder | None = None
    teams: Teams | None = None
    house_seats: tuple[HouseSeat, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    unencoded: tuple[tuple[str, str], ...] = ()
    labels: dict[str, Text] = field(default_factory=dict)
    display: object = None
    rulebook: dict[str, Text] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    variant_files: dict[str, str] = field(default_factory=dict)
    left_out: tuple[tuple[str, str, str], ...] = ()
    rule_changes: dict[str, tuple[RuleChange, ...]] = field(default_factory=dict)
    reworded: dict[str, tuple[Rewording, ...]] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
