"""Laws of dependency tracking: an answer is compared as a whole, every way to ask is tracked, and nothing is learnt but by asking."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from custumal.dsl.base.types import NUMBER, SEAT, Type
from custumal.dsl.check.entries.context import Context
from custumal.dsl.check.game import check_game
from custumal.dsl.check.incremental.cache import CheckCache, Comparison
from custumal.dsl.check.incremental.findings import Findings
from custumal.dsl.check.incremental.tracking import Tracked, tracked, unsettled
from custumal.dsl.check.symbols.vocabulary import Vocabulary
from custumal.dsl.diagnostics.diagnostic import Report
from custumal.dsl.documents.document import Entry
from custumal.dsl.documents.rule_files import read_file
from custumal.dsl.yaml.source import Sources

ROOT = Path(__file__).parents[4]
FRAME = ROOT / "tests" / "cases" / "frame.yaml"
GAMES = [
    ROOT / "games" / name / "game.yaml"
    for name in ("monolyth", "monastery", "classics/tic-tac-toe", "classics/breakthrough", "classics/go")
]
RULES = """
standing:
  cheaper: {modify: values.price-of, if: s is first(seats), add: -1}
  not-cheaper: {waive: standing.cheaper, if: is-rich(me)}
  no-guest: {while: is-rich(first(seats)), waive: host}
  dusk: {after: round, whole: true, do: set starter to first(seats)}
  bow: {any-time: round, limit: once per round, do: set starter to me}
  no-bow: {restrict: standing.bow, that: not decided-by(most), because: Nobody bows now.}
"""


def other_values(value: object) -> Iterator[object]:
    """The value with another one at each of its parts in turn, as deep as they go."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for part in dataclasses.fields(value):
            for other in other_values(getattr(value, part.name)):
                yield dataclasses.replace(value, **{part.name: other})
    if isinstance(value, Type):
        yield SEAT if value == NUMBER else NUMBER
    elif isinstance(value, tuple):
        yield (*value, "more")
        yield from ((*value[:at], other, *value[at + 1 :]) for at, one in enumerate(value) for other in other_values(one))
    elif isinstance(value, Mapping):
        yield {**value, "more": NUMBER}
        yield from ({**value, key: other} for key, one in value.items() for other in other_values(one))
    elif isinstance(value, frozenset):
        yield value | {"more"}
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield value + "-x"
    elif value is None:
        yield "something"
    else:
        assert dataclasses.is_dataclass(value), f"a kind of value of which no other is known: {value!r}"


def entry_of_frame() -> Entry:
    return read_file(FRAME, "game", Report(), Sources(), "game.yaml").section("actions")[0]


LOOK_UPS = {name: method.__wrapped__ for name, method in vars(Vocabulary).items() if hasattr(method, "__wrapped__")}


def answers_in(games: Iterable[Path], contexts: list[Context]) -> dict[str, list[object]]:
    """The answers that the checks of games get, by look-up; those to questions that only suggestions need are asked for here."""
    found: dict[str, list[object]] = {name: [] for name in LOOK_UPS}
    for game in games:
        cache = CheckCache()
        assert check_game(game, "game.yaml", cache).game is not None
        unsettled_ = (pair for entry in cache._entries.values() for pair in entry.unsettled)
        for query, answer in (*cache.answers.items(), *unsettled_):
            found[query.look_up.__name__].append(answer)
        for name in (name for name, look_up in LOOK_UPS.items() if look_up.__code__.co_argcount == 1):
            found[name].append(LOOK_UPS[name](contexts[-1].words))
    return found


@pytest.mark.slow
def test_every_part_of_an_answer_is_compared(contexts: list[Context], tmp_path: Path) -> None:
    """Whatever an answer in a game has: with another value there, what was made of it is not taken over."""
    game = tmp_path / "game.yaml"
    game.write_text(FRAME.read_text("utf-8") + RULES, "utf-8")
    entry, answers = entry_of_frame(), list[object]()
    for name, found in answers_in((game, *GAMES), contexts).items():
        assert found, f"no game asks for {name}"
        for answer in sorted(found, key=lambda each: -len(repr(each)))[:3]:
            cache = CheckCache()
            cache.keep(entry, "", None, Findings(), {(lambda _: answers.pop(), ()): answer})
            known = cache.find(entry, "")
            assert known is not None
            answers.append(answer)
            assert Comparison(cache, Tracked()).holds(known), name
            for changed in other_values(answer):
                answers.append(changed)
                assert not Comparison(cache, Tracked()).holds(known), f"{name}: {changed} is taken for {answer}"


def test_all_ways_to_ask_are_tracked() -> None:
    """A method that gives something away, and is not tracked, would let a check read past the door."""
    methods = {name for name, method in vars(Vocabulary).items() if callable(method) and not name.startswith("_")}
    assert methods - LOOK_UPS.keys() == {"lend"}


@pytest.mark.slow
def test_nothing_is_read_past_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    """While an entry is checked and its questions are recorded, nobody looks into the document or the symbol table."""
    read: list[str] = []

    def watched(name: str) -> property:
        def get(cx: Context) -> Any:
            words = cx.__dict__.get("words")
            if words is not None and words.answers is not None:
                read.append(name)
            return cx.__dict__[name]

        return property(get, lambda cx, value: cx.__dict__.__setitem__(name, value))

    for name in ("document", "declared"):
        monkeypatch.setattr(Context, name, watched(name), raising=False)
    for game in (FRAME, *GAMES):
        assert check_game(game, "game.yaml", CheckCache()).game is not None
    assert read == []


class _Shop(Tracked):
    """Something that can be asked."""

    def __init__(self, prices: dict[str, int]) -> None:
        super().__init__()
        self.prices = prices
        self.sold = 0

    @tracked
    def price(self, word: str) -> int:
        return self.prices[word]

    @tracked
    def prices_of(self, one: str, other: str) -> int:
        return self.price(one) + self.price(other)

    @tracked
    @unsettled
    def sales(self) -> int:
        return self.sold


@pytest.fixture
def shop() -> _Shop:
    return _Shop({"mill": 1, "well": 2})


def test_what_is_asked_to_answer_is_not_recorded(shop: _Shop) -> None:
    with shop.recording() as answers:
        assert shop.prices_of("mill", "well") == 3
    assert [words for _, words in answers] == [("mill", "well")]


def test_questions_belong_to_the_innermost_recording(shop: _Shop) -> None:
    with shop.recording() as outer:
        shop.price("mill")
        with shop.recording() as inner:
            shop.price("well")
        shop.price("mill")
    shop.price("well")
    assert [words for _, words in outer] == [("mill",)]
    assert [words for _, words in inner] == [("well",)]


def test_an_unsettled_answer_is_compared_each_time(shop: _Shop) -> None:
    cache, entry = CheckCache(), entry_of_frame()
    with shop.recording() as answers:
        shop.sales()
    cache.keep(entry, "", None, Findings(), answers)
    known, comparison = cache.find(entry, ""), Comparison(cache, shop)
    assert known is not None
    assert comparison.holds(known)
    shop.sold = 1
    assert not comparison.holds(known)


def test_what_rests_on_two_answers_to_one_question_is_not_kept(shop: _Shop) -> None:
    """In a circle a definition is of no known type while it is typed, and of its own afterwards."""
    cache = CheckCache()
    first, second = read_file(FRAME, "game", Report(), Sources(), "game.yaml").section("actions")[:2]
    for entry, price in ((first, 1), (second, 5)):
        shop.prices["mill"] = price
        with shop.recording() as answers:
            shop.price("mill")
        cache.keep(entry, "", None, Findings(), answers)
    assert cache.find(first, "") is not None
    assert cache.find(second, "") is None
