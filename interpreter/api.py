"""The calls for Python: load a game, start it, look at a position, play, explain. What is here is promised to stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from custumal.dsl.base.collector import held_back
from custumal.dsl.base.frozen import dataclass
from custumal.dsl.diagnostics.wording import did_you_mean
from custumal.dsl.model import GameModel, Text
from custumal.interpreter import library
from custumal.interpreter.cache import models
from custumal.interpreter.cache.instances import prepared
from custumal.interpreter.engine import EVERYTHING, Engine
from custumal.interpreter.explain.explanation import Explanation, Reason
from custumal.interpreter.explain.numbered_rules import RuleEntry, numbered_rules
from custumal.interpreter.keys.views import view
from custumal.interpreter.pictures import drawn
from custumal.interpreter.position.state import CHANCE, DECISION, OVER, Position
from custumal.interpreter.program import ChoiceTuple
from custumal.interpreter.reference.instances import make_instance
from custumal.interpreter.reference.machine import Machine
from custumal.interpreter.reference.scores import decided_by, placings, score_lines, scores, winners
from custumal.interpreter.setup.options import option_values, option_words

if TYPE_CHECKING:
    import random

    from custumal.interpreter.knowledge.course import Course

__all__ = ["Choice", "Explanation", "Game", "IllegalChoice", "Reason", "RuleEntry", "State", "View", "load_game"]


class IllegalChoice(ValueError):
    """A choice that is not legal here. `reasons` are the restrictions that forbid it; empty for what is no choice at all."""

    def __init__(self, key: str, reasons: tuple[Reason, ...], near: str | None = None) -> None:
        why = "; ".join(f"{r.text or r.address} [{r.address}]" for r in reasons) or "there is no such choice here"
        super().__init__(f"{key}: {why}{did_you_mean(near, '')}")
        self.key = key
        self.reasons = reasons


def load_game(name: str, variants: Iterable[str] = (), options: Mapping[str, object] | None = None, *, cached: bool = True) -> Game:
    """A game by its id, or by the path of its file or folder.

    Args:
        name: the id of a shipped game, or a path.
        variants: variants to apply, in any order.
        options: values by name: numbers, truths, or words as the rule file has them.
        cached: use what an earlier check of the very same files found.

    Raises:
        RuleFileError: the rules have errors; `.diagnostics` lists them.
        UnknownGame: there is no such game.
        PlayError: an option does not exist or has a value that it can't have.
    """
    chosen = library.select(name, variants)
    key = models.key_of_selection(chosen) if cached else None
    model = models.model_of(chosen, key)
    return Game(model, option_values(model, options or {}), tuple(model.variants), chosen.own_files(), key)


class Game:
    """A game that can be played, with its options chosen. `files` says where its own file and those of its variants are, by id,
    as far as these are no shipped ones. `key` is the name of the model in the cache, if that is to be used."""

    def __init__(
        self,
        model: GameModel,
        values: Mapping[str, Any],
        variants: tuple[str, ...] = (),
        files: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> None:
        self.model = model
        self.variants = variants
        self.files = dict(files or {})
        self.values = dict(values)
        self._key = key
        self._engines: dict[tuple[int, bool], Engine] = {}

    @property
    def id(self) -> str:
        return self.model.id

    @property
    def cache_key(self) -> str | None:
        """The name of the model in the cache; None if the cache is not to be used."""
        return self._key

    @property
    def rules_hash(self) -> str:
        """A hash of the rules as merged; two games with the same hash play alike."""
        return self.model.rules_hash

    @property
    def players(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        return self.model.players

    def title(self, language: str = "en") -> str:
        return self.model.title.plain(language, self.model.languages) or self.model.id

    @property
    def options(self) -> dict[str, object]:
        """The options in force, as rule files write their values."""
        return option_words(self.model, self.values)

    @property
    def rules(self) -> dict[str, RuleEntry]:
        """The numbered rules by id, with what encodes them."""
        return numbered_rules(self.model, self._in_force)

    def _in_force(self, text: Text) -> str:
        """A text with the values in force; those that are not the same for all numbers of players go by their names."""
        if all(isinstance(piece, str) for piece in text.pieces("en", self.model.languages)):
            return text.plain("en", self.model.languages)
        from custumal.interpreter.explain.known_values import for_all  # noqa: PLC0415  # few rules have values in their texts

        low, high = self.players
        return for_all([make_instance(self.model, players, self.values) for players in range(low, high + 1)], text, "en")

    def engine(self, players: int, *, compiled: bool = True) -> Engine:
        """Everything that is needed to play with so many players; made once. `compiled=False` is the plain reference."""
        key = (players, compiled)
        if key not in self._engines:
            self._engines[key] = self._compiled(players) if compiled else self._plain(players)
        return self._engines[key]

    def _plain(self, players: int) -> Engine:
        return Engine(make_instance(self.model, players, self.values), compiled=False)

    @held_back()
    def _compiled(self, players: int) -> Engine:
        made = prepared(self.model, players, self.values, self._key)
        return Engine(made.instance, machine=Machine(made.instance, made.program), module=made.module, key=self._key)

    def start(self, players: int | None = None, seed: int = 1, *, auto_chance: bool = True) -> State:
        """A new game at its first decision (or, with `auto_chance=False`, at its first chance).

        Raises:
            PlayError: the game isn't for so many players.
        """
        engine = self.engine(self.model.players[0] if players is None else players)
        position = engine.start(seed)
        past = Past(seed=seed) if engine.eyes.has_secrets else None
        return State(self, engine, engine.settled(position) if auto_chance else position, auto_chance=auto_chance, past=past)

    def state(self, text: str, *, auto_chance: bool = True) -> State:
        """The position that `State.to_json` wrote.

        Raises:
            ValueError: it is no position of this game.
        """
        from custumal.interpreter.saved_positions import read  # noqa: PLC0415  # start-up is measured

        engine, position = read(self.engine, text)
        past = Past(begins=position) if engine.eyes.has_secrets else None
        return State(self, engine, position, auto_chance=auto_chance, past=past)


@dataclass(frozen=True, slots=True)
class Past:
    """What led to a position: what it was `before` and the `choice` there (None: what the generator brought), or, where it began, the
    seed of a new game or the position that was read."""

    before: Past | None = None
    choice: ChoiceTuple | None = None
    is_outcome: bool = False
    seed: int | None = None
    begins: Position | None = None

    def course(self, engine: Engine, until: Position) -> Course:
        """All that happened, played again, up to a position."""
        steps: list[Past] = []
        first = self
        while first.before is not None:
            steps.append(first)
            first = first.before
        state = first.begins.copy() if first.begins is not None else engine.start(first.seed or 0)
        course = engine.course(state, whole=first.begins is None)
        for step in reversed(steps):
            if step.choice is None or not step.is_outcome:
                self._settle(engine, state, course)
            if step.choice is not None:
                self._carry_out(engine, state, step.choice, course)
        if until.kind != CHANCE:
            self._settle(engine, state, course)
        return course

    def _settle(self, engine: Engine, state: Position, course: Course) -> None:
        while state.kind == CHANCE:
            self._carry_out(engine, state, engine.draw(state), course)

    @staticmethod
    def _carry_out(engine: Engine, state: Position, choice: ChoiceTuple, course: Course) -> None:
        before = state.copy()
        engine.apply(state, choice)
        course.note(before, choice, state)


class Choice:
    """One thing that can be chosen. It is put into words when asked, since most choices are only counted or picked from."""

    __slots__ = ("_args", "_engine", "_key", "_position", "numbers")

    def __init__(self, engine: Engine, position: Position, numbers: ChoiceTuple) -> None:
        self._engine = engine
        self._position = position
        self.numbers = numbers
        self._key: str | None = None
        self._args: dict[str, object] | None = None

    @property
    def key(self) -> str:
        """Its stable text."""
        if self._key is None:
            self._key = self._engine.key(self._position, self.numbers)
        return self._key

    @property
    def action(self) -> str:
        """The id of the action or step."""
        return self._engine.action(self._position, self.numbers)

    @property
    def args(self) -> dict[str, object]:
        """Its entries by name."""
        if self._args is None:
            self._args = self._engine.args(self._position, self.numbers)
        return self._args

    def is_of(self, position: Position) -> bool:
        """Was it listed at this very position?"""
        return position is self._position

    def label(self, language: str = "en") -> str:
        """The choice for people."""
        return self._engine.label(self._position, self.numbers, language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Choice):
            return NotImplemented
        return (self.key, self.action, self.args) == (other.key, other.action, other.args)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Choice({self.key!r})"


class View:
    """What one seat may know of a position, as data; a notebook shows it as a picture. Two are equal if their data are."""

    __slots__ = ("_draw", "data")

    def __init__(self, data: Mapping[str, Any], draw: Callable[[], str | None] | None = None) -> None:
        self.data = data
        self._draw = draw

    def to_json(self) -> str:
        import json  # noqa: PLC0415  # rarely needed

        return json.dumps(self.data, ensure_ascii=False, sort_keys=True)

    def _repr_svg_(self) -> str | None:
        """The position as the seat sees it, drawn; None for a view that knows nothing but its data."""
        return None if self._draw is None else self._draw()

    def __repr__(self) -> str:
        return f"View(data={self.data!r})"

    def __eq__(self, other: object) -> bool:
        return self.data == other.data if isinstance(other, View) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as that of the data


class State:
    """A position; it never changes. Playing gives a new one. Two are equal if nothing differs that can still matter."""

    __slots__ = ("_auto", "_engine", "_past", "game", "position")

    def __init__(self, game: Game, engine: Engine, position: Position, *, auto_chance: bool, past: Past | None = None) -> None:
        self.game = game
        self._engine = engine
        self.position = position
        self._auto = auto_chance
        self._past = past

    @property
    def kind(self) -> str:
        """What the game waits for: "decision", "chance" or "over"."""
        return self.position.kind

    @property
    def is_over(self) -> bool:
        return self.position.kind == OVER

    @property
    def seat(self) -> int | None:
        """Who decides, from 1; None at chance and at the end."""
        return None if self.position.seat is None or self.position.kind != DECISION else self.position.seat + 1

    @property
    def players(self) -> int:
        return self._engine.instance.players

    def choices(self) -> tuple[Choice, ...]:
        """What the seat can choose; empty at chance and at the end."""
        if self.position.kind != DECISION:
            return ()
        return tuple([Choice(self._engine, self.position, choice) for choice in self._engine.choices(self.position)])

    def outcomes(self) -> tuple[tuple[int, Choice], ...]:
        """At chance: what can happen, each with its weight."""
        if self.position.kind != CHANCE:
            return ()
        return tuple((weight, Choice(self._engine, self.position, choice)) for weight, choice in self._engine.outcomes(self.position))

    def play(self, choice: Choice | str) -> State:
        """The position after a choice, or an outcome of chance, given as such or by its key.

        Raises:
            IllegalChoice: it can't be chosen here; `.reasons` says why.
        """
        chosen = self._choice_tuple(choice)
        position = self._engine.after(self.position, chosen)
        return self._at(self._engine.settled(position) if self._auto else position, chosen)

    def _choice_tuple(self, choice: Choice | str) -> ChoiceTuple:
        if isinstance(choice, Choice) and choice.is_of(self.position):
            return choice.numbers
        key = choice if isinstance(choice, str) else choice.key
        found = self._engine.find(self.position, key)
        if found is None:
            reasons = self._engine.why_not(self.position, key, viewer=self.position.seat)
            raise IllegalChoice(key, reasons, self._engine.near(self.position, key, reasons))
        return found

    def _at(self, position: Position, chosen: ChoiceTuple | None) -> State:
        past = None if self._past is None else Past(before=self._past, choice=chosen, is_outcome=self.position.kind == CHANCE)
        return State(self.game, self._engine, position, auto_chance=self._auto, past=past)

    def advance(self) -> State:
        """Chance resolved by the generator of the position, up to the next decision or the end."""
        return self._at(self._engine.settled(self.position.copy()), None)

    def determine(self, seat: int, rng: random.Random) -> State:
        """A position that looks the same to this seat (from 1) and could have come about: whatever it doesn't see is drawn anew.

        Where the course of play is known (the position was reached from `Game.start`), things that were mixed unseen are mixed anew
        in the order in which that happened, and come out as the seat has seen them. Of a position that was read (`Game.state`) only what
        it shows is known: a thing that the seat doesn't see may be wherever it doesn't see things of the kind, out of play too.
        Choices that were made unseen are made anew, each being as likely as any other; how others play tells nothing.
        What others have been shown is theirs alone: in that position they know only what they see.

        Raises:
            ValueError: there is no such seat.
        """
        viewer = self._viewer(seat)
        course = None if self._past is None else self._past.course(self._engine, self.position)
        position = self._engine.possible(self.position, viewer, course).draw(rng)
        return State(self.game, self._engine, position, auto_chance=self._auto, past=None if course is None else Past(begins=position))

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of each seat, p1 first."""
        return tuple(scores(self._engine.evaluator, self.position))[: self.players]

    def scores_seen_by(self, seat: int) -> tuple[int | None, ...]:
        """The totals as far as this seat (from 1) may know them, p1 first; None where it may not.

        Raises:
            ValueError: there is no such seat.
        """
        return self._engine.scores_seen(self.position, self._viewer(seat))

    @property
    def score_lines(self) -> tuple[dict[str, int], ...]:
        """The lines of the score of each seat, p1 first."""
        return tuple(score_lines(self._engine.evaluator, self.position, s) for s in range(self.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, from 1; empty while the game goes on."""
        return tuple(s + 1 for s in winners(self._engine.evaluator, self.position)) if self.is_over else ()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, p1 first: 1 is best, and after two firsts comes the third; empty while the game goes on."""
        return tuple(placing.place for placing in placings(self._engine.evaluator, self.position)) if self.is_over else ()

    @property
    def decided_by(self) -> str | None:
        """The id of the key of the `ranking` that tells the first place from the next; None while the game goes on, and where all
        share the first place."""
        key = decided_by(placings(self._engine.evaluator, self.position)) if self.is_over else None
        return None if key is None else key.source.id

    def view(self, seat: int) -> View:
        """What this seat (from 1) may know, and nothing more.

        Raises:
            ValueError: there is no such seat.
        """
        engine, position, viewer = self._engine, self.position, self._viewer(seat)
        return View(view(engine.evaluator, position, viewer), lambda: drawn(engine, position, viewer))

    def _repr_svg_(self) -> str | None:
        """The position in a notebook: as a spectator sees it, so that nothing hidden is shown. `view(seat)` shows what a seat sees."""
        return drawn(self._engine, self.position, None)

    def _viewer(self, seat: object) -> int:
        if not isinstance(seat, int) or seat not in range(1, self.players + 1):
            raise ValueError(f"There is no seat {seat!r}; they are from 1 to {self.players}.")
        return seat - 1

    def explain(self, action: str, /, *, seat: object = None, **args: object) -> Explanation:
        """Is a choice of this action legal here, and if not, why not. Entries that are not given are free. With the name of a value
        or definition and its arguments: what it is, and what makes it so.

        Args:
            action: the id of an action or step, or the name of a value.
            seat: tell only what this seat (from 1) may know; without it, everything.
            args: entries or arguments by name.

        Raises:
            ValueError: the action has no such entry, a value names nothing, or there is no such seat.
        """
        return self._engine.explain(self.position, action, args, viewer=EVERYTHING if seat is None else self._viewer(seat))

    def to_json(self) -> str:
        """The position as a text from which `Game.state` makes an equal one."""
        from custumal.interpreter.saved_positions import write  # noqa: PLC0415  # start-up is measured

        return write(self._engine, self.position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        is_same_game = self.game.rules_hash == other.game.rules_hash and self.players == other.players
        return is_same_game and self.game.options == other.game.options and self._essence == other._essence

    def __hash__(self) -> int:
        return int(self._essence.digest()[:15], 16)

    @property
    def _essence(self) -> Position:
        return self._engine.canonical(self.position)
