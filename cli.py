"""The command line. Commands are thin: each says what it takes, and fetches what does the work only when it is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from custumal.ui.terminal.arguments import (
    BOTS,
    CLUSTER,
    FORCE,
    GAME,
    JSON,
    JUDGE,
    LANGUAGE,
    OUTPUT,
    SEATS,
    VARIANTS,
    Pairs,
    example,
    game_options,
    names,
    pairs,
)
from custumal.ui.terminal.process import leave, run_command

if TYPE_CHECKING:
    from custumal.ui.terminal.wanted import Wanted


def _wanted(game: str, variants: Sequence[str], options: Pairs, players: int | None) -> Wanted:
    from custumal.ui.terminal.wanted import Wanted

    return Wanted(game, tuple(variants), dict(options), players)


class Told(click.Command):
    """A command that says what it is doing whenever nothing is printed for long."""

    def invoke(self, ctx: click.Context) -> object:
        from custumal.ui.terminal.progress import doing

        with doing(_DOING.get(self.name or "", "works")):
            return super().invoke(ctx)


_DOING = {
    "check": "checks", "fmt": "formats", "test": "tests", "coverage": "measures", "draw": "draws", "diff": "compares",
    "rulebook": "writes-rulebook", "simulate": "plays", "compare": "plays", "ladder": "plays", "perft": "counts", "replay": "replays",
    "show": "reads-rules", "explain": "reads-rules", "flatten": "reads-rules", "play": "prepares", "serve": "prepares",
}  # fmt: skip
"""The phrases for what commands do that may take long; of the others it is said that they work."""


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=example("custumal new game my-game", "custumal play my-game"),
)
@click.version_option(package_name="custumal", message="%(version)s")
def cli() -> None:
    """Board-game rulebooks as data: read them, check them, play them.

    GAME is the id of a shipped game, or the path of a game file, of its folder, or of a variant file.
    """


# ---------------------------------------------------------------- looking at games


@cli.command("list", cls=Told, epilog=example("custumal list"))
@JSON
def list_games(as_json: bool) -> int:
    """The shipped games and their variants."""
    from custumal.ui.terminal.commands.list_games import list_games

    return list_games(as_json)


@cli.command(cls=Told, epilog=example("custumal show my-game"))
@GAME
@game_options
@JSON
@click.option("--code", is_flag=True, help="Print the Python code that is generated from the rules.")
@click.option("--wasm", is_flag=True, help="Print the WebAssembly module by which series of random games are played.")
def show(game: str, variants: tuple[str, ...], options: Pairs, players: int | None, as_json: bool, code: bool, wasm: bool) -> int:
    """One game: options, values, phases, actions, components and where their values come from.

    With a variant, also what it changes.
    """
    from custumal.ui.terminal.commands.show import show_code, show_game, show_module

    wanted = _wanted(game, variants, options, players)
    return show_module(wanted) if wasm else show_code(wanted) if code else show_game(wanted, as_json)


@cli.command(cls=Told, epilog=example("custumal explain my-game actions.take"))
@click.argument("what")
@click.argument("element", required=False)
@VARIANTS
@click.option("--record", metavar="FILE", help="A saved game: explain a choice, by its key or its action, in a position of it.")
@click.option("--step", type=click.IntRange(0), metavar="K", help="The position after K choices of the record, instead of its last.")
def explain(what: str, element: str | None, variants: tuple[str, ...], record: str | None, step: int | None) -> int:
    """A rule of a game, or a diagnostic.

    \b
    explain GAME RULE-ID   the text of a numbered rule, and what encodes it
    explain GAME ADDRESS   a rule element, where it stands, the rules that it
                           encodes, and what variants have changed in it
    explain CODE           what a diagnostic means, with a failing and a mended
                           example
    explain GAME CHOICE --record FILE --step K
                           why a choice is legal in a position or not, with the
                           rules and values that decide
    """
    from custumal.ui.terminal.commands.explain import explain_choice, explain_element
    from custumal.ui.terminal.commands.manual import explain_code

    if step is not None and record is None:
        raise click.UsageError("--step needs a saved game, named by --record.")
    if record is not None:
        return explain_choice(_wanted(what, variants, (), None), element or "", record, step)
    return explain_code(what) if element is None else explain_element(_wanted(what, variants, (), None), element)


@cli.command(cls=Told, epilog=example("custumal diff my-game my-table.yaml"))
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@VARIANTS
@JSON
@click.option("--markdown", is_flag=True, help="Print Markdown.")
def diff(a: str, b: str | None, variants: tuple[str, ...], as_json: bool, markdown: bool) -> int:
    """The differences between two games, rule by rule.

    A and B are games or variant files. Layout and order without meaning make no difference.

    \b
    diff my-table.yaml               what the variant changes
    diff my-game --variant V         what V changes in the game
    diff my-game other --variant V   from the game to the other one with V
    """
    from custumal.ui.terminal.commands.diff import compare

    if as_json and markdown:
        raise click.UsageError("--json and --markdown exclude each other.")
    return compare(_wanted(a, (), (), None), _wanted(b or a, variants, (), None), "json" if as_json else "markdown" if markdown else "text")


# ---------------------------------------------------------------- rule files


@cli.command(cls=Told, epilog=example("custumal check my-game --format json"))
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "sarif", "github"]), default="text", help="How diagnostics are printed."
)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--watch", is_flag=True, help="Check again after each change, until Ctrl-C; needs the extra `editor`.")
def check(paths: tuple[str, ...], form: str, strict: bool, watch: bool) -> int:
    """Check rule files without playing: games, folders of games, and files that belong to them.

    A variant is checked together with what it changes; a folder stands for all its games and their variants.
    """
    if watch:
        if form != "text" or strict:
            raise click.UsageError("--watch goes with neither --format nor --strict.")
        from custumal.ui.terminal.commands.check_watch import watch_files

        return watch_files(paths)
    from custumal.ui.terminal.commands.check import check_files

    return check_files(paths, form, strict)


@cli.command(epilog=example("custumal lsp"))
@click.option("--tcp", "port", type=click.IntRange(0, 65535), metavar="PORT", help="Listen on a port of this machine instead.")
def lsp(port: int | None) -> int:
    """The language server: what editors ask about rule files while they are written. It speaks over the standard streams.

    Needs the extra `editor`: pip install 'custumal[editor]'.
    """
    from custumal.ui.editor.protocol.start import serve

    return serve(port)


@cli.command(cls=Told, epilog=example("custumal fmt my-game/game.yaml"))
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; tell which files would change.")
def fmt(paths: tuple[str, ...], only_check: bool) -> int:
    """Bring rule files into their canonical form, without changing what they say or losing comments."""
    from custumal.ui.terminal.commands.fmt import format_files

    return format_files(paths, only_check)


@cli.command(cls=Told, epilog=example("custumal schema game > game.schema.json"))
@click.argument("kind", required=False)
def schema(kind: str | None) -> int:
    """The JSON Schema of a kind of file, for editors; without KIND, which kinds there are."""
    from custumal.ui.terminal.commands.schema import print_schema

    return print_schema(kind)


@cli.command(cls=Told, epilog=example("custumal test my-game"))
@GAME
@VARIANTS
@click.option("-v", "--verbose", is_flag=True, help="Name also what passes, and tell about every failure.")
@click.option("--accept", is_flag=True, help="Write down what a variant contradicts in the scenarios of its game, as what holds now.")
@click.option("--own", is_flag=True, help="Only the scenarios that the variant brings along.")
@click.option("--only", multiple=True, metavar="NAME", help="Only the scenario of this name; may be repeated.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Processes at the same time.")
@JSON
def test(  # noqa: PLR0913, PLR0917  # so many options were promised
    game: str, variants: tuple[str, ...], verbose: bool, accept: bool, own: bool, only: tuple[str, ...], jobs: int, as_json: bool,
) -> int:  # fmt: skip
    """Run the scenarios of a game, or of a file of scenarios.

    With a variant, its own scenarios are run, and those of the game: these must pass too, or the file beside the variant says what
    is so in them now, which --accept writes.
    """
    from custumal.ui.terminal.commands.test import Run, test_game

    if accept and (as_json or own or only):
        raise click.UsageError("--accept writes of all scenarios, and tells people: --json, --own and --only exclude it.")
    return test_game(_wanted(game, variants, (), None), Run(own, only, jobs, verbose, as_json, accept))


@cli.command(cls=Told, epilog=example("custumal coverage my-game --games 20"))
@GAME
@VARIANTS
@click.option("--games", type=click.IntRange(0), default=2, show_default=True, metavar="N", help="Random games for each number of players.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S", help="Decides the random games.")
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="PCT", help="Fail if fewer per cent of the rules are exercised.")
@click.option("--html", "page", metavar="FILE", help="Write a page with the rule files, each rule element coloured.")
@FORCE
@JSON
def coverage(  # noqa: PLR0913, PLR0917  # so many options were promised
    game: str, variants: tuple[str, ...], games: int, seed: int, fail_under: float | None, page: str | None, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """Which rules are exercised by scenarios and by random games, and which never decide anything."""
    from custumal.ui.terminal.commands.coverage import Series, cover

    return cover(_wanted(game, variants, (), None), Series(games, seed, fail_under, as_json, page, force))


@cli.command(cls=Told, epilog=example("custumal draw my-game --seat 1 -o my-game.svg", "custumal draw my-game.json --step 3"))
@GAME
@game_options
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S", help="Decides what chance does in the set-up.")
@click.option("--scenario", metavar="NAME", help="The position in which a scenario makes its choices, instead of the first one.")
@click.option("--step", type=click.IntRange(0), metavar="K", help="The position after K choices of a saved game, instead of its last.")
@click.option("--seat", type=click.IntRange(1), metavar="K", help="What seat K sees; without it, what a spectator sees.")
@click.option("--width", type=click.IntRange(240, 4000), default=960, show_default=True, metavar="PX", help="How wide it is, in pixels.")
@LANGUAGE
@OUTPUT
@FORCE
def draw(  # noqa: PLR0913, PLR0917  # its options
    game: str, variants: tuple[str, ...], options: Pairs, players: int | None, seed: int, scenario: str | None, step: int | None,
    seat: int | None, width: int, lang: str | None, output: str | None, force: bool,
) -> int:  # fmt: skip
    """A position as a picture (SVG), as one seat sees it. GAME is a game, its file, or a saved game (.json).

    The picture has the colours of its reader's scheme, light or dark, and names everything as choices do.
    """
    from custumal.ui.terminal.commands.draw import Picture, draw_position

    if scenario is not None and (players is not None or options):
        raise click.UsageError("A scenario says how many play and with which options; --scenario goes with neither.")
    return draw_position(_wanted(game, variants, options, players), Picture(step, scenario, seed, seat, width, lang), output, force)


@cli.command(cls=Told, epilog=example("custumal rulebook my-game --variant my-table.yaml -o rules.html"))
@GAME
@VARIANTS
@click.option("--set", "options", callback=pairs, multiple=True, metavar="NAME=VALUE", help="An option; may be repeated.")
@click.option("--format", "form", type=click.Choice(["md", "html"]), help="Markdown or one page of HTML; by default as the file is named.")
@click.option("--language", "--lang", metavar="LANGUAGE", help="One of the languages of the game; by default its first.")
@OUTPUT
@FORCE
def rulebook(  # its options
    game: str, variants: tuple[str, ...], options: Pairs, form: str | None, language: str | None, output: str | None, force: bool
) -> int:
    """The printed rulebook of a game: rules, components, options, variants and worked examples.

    With a variant, what it changes comes first and is marked in the rules. A page of HTML needs no other file and is made to
    be printed.
    """
    from custumal.ui.terminal.commands.rulebook import Print, print_rulebook

    return print_rulebook(_wanted(game, variants, options, None), Print(form, language, output, force))


@cli.command(cls=Told, epilog=example("custumal flatten my-table.yaml -o merged/game.yaml"))
@click.argument("variant", metavar="V")
@VARIANTS
@OUTPUT
@FORCE
def flatten(variant: str, variants: tuple[str, ...], output: str | None, force: bool) -> int:
    """A game with its variants as one game file, with the origin of each line that a variant has written.

    V is a variant file; or a game, with --variant.
    """
    from custumal.ui.terminal.commands.diff import flatten

    return flatten(_wanted(variant, variants, (), None), output, force)


@cli.command(cls=Told, epilog=example("custumal new game my-game", "custumal new variant my-table --of my-game"))
@click.argument("kind", type=click.Choice(["game", "variant", "scenario"]))
@click.argument("name")
@click.option("--of", metavar="GAME", help="The game that a variant changes, or that a scenario is about.")
@OUTPUT
@FORCE
def new(kind: str, name: str, of: str | None, output: str | None, force: bool) -> int:
    """Start a file: a short one with comments, that passes `check` as it is.

    Without -o it becomes NAME.yaml in this folder; a game becomes NAME/game.yaml.
    """
    from custumal.ui.terminal.commands.new import start

    return start(kind, name, of, output, force)


# ---------------------------------------------------------------- playing


@cli.command(cls=Told, epilog=example("custumal play my-game --seat 2=greedy --save my-game.json"))
@GAME
@game_options
@SEATS
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Decides all chance; without it every game is another.")
@click.option("--scenario", metavar="NAME", help="Begin in the position in which a scenario makes its choices.")
@click.option("--save", metavar="FILE", help="Keep the game in this file instead of the user's data folder.")
@click.option("--resume", is_flag=False, flag_value="", metavar="[FILE]", help="Go on with a kept game; without FILE, with the last one.")
@click.option("--plain", is_flag=True, help="Print one thing below the other instead of keeping the position in place.")
@LANGUAGE
def play(  # noqa: PLR0913, PLR0917  # so many options were promised
    game: str, variants: tuple[str, ...], options: Pairs, players: int | None, seats: Pairs,
    seed: int | None, scenario: str | None, save: str | None, resume: str | None, plain: bool, lang: str | None,
) -> int:  # fmt: skip
    """Play in the terminal. Without --seat you have the first seat, and the program plays the others.

    At each question `help` tells what can be typed: undo, why, rules, show, log, save, quit. The game is kept after each
    decision, so that Ctrl-C never loses it. On a terminal of at least 40 columns and 12 rows the position stays in place above the
    question.
    """
    from custumal.ui.terminal.commands.play import Shown, play_game, play_scenario, resume_game

    shown = Shown(lang, plain)
    wanted = _wanted(game, variants, options, players)
    if scenario is not None:
        if (resume, seed, players) != (None, None, None) or options:
            raise click.UsageError("A scenario says how many play, with which options and chance; --scenario goes with none of these.")
        return play_scenario(wanted, scenario, seats, save, shown)
    if resume is not None:
        return resume_game(wanted, seats, seed, resume, save, shown)
    return play_game(wanted, seats, seed, save, shown)


@cli.command(cls=Told, epilog=example("custumal serve my-game --seat 2=greedy --seed 7"))
@click.argument("game", required=False)
@game_options
@SEATS
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Decides all chance; without it every game is another.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="NAME", help="Where to listen; 0.0.0.0 lets other machines in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8764, show_default=True, metavar="N", help="The port; 0 takes any.")
@click.option("--store", "--db", "store", metavar="FILE", help="Where tables are kept, instead of in the user's data folder.")
@click.option("--watch", is_flag=True, help="The table follows the rule files when they are saved.")
@LANGUAGE
def serve(  # noqa: PLR0913, PLR0917  # so many options were promised
    game: str | None, variants: tuple[str, ...], options: Pairs, players: int | None, seats: Pairs,
    seed: int | None, host: str, port: int, store: str | None, watch: bool, lang: str | None,
) -> int:  # fmt: skip
    """A table in the browser. GAME is a game, its file, or a saved game (.json) to go on with; without it, tables that are kept.

    People have all seats but those that --seat gives to bots: all of them on the device that opens the table, until it gives some
    of them a link of their own. Every choice is kept before it is answered. Needs the extra `web`: pip install 'custumal[web]'.
    """
    from custumal.ui.web.server.start import Serving, serve_table

    asks_for_more = (variants, options, seats, watch) != ((), (), (), False) or (players, seed) != (None, None)
    if game is None and asks_for_more:
        raise click.UsageError("Without GAME no table is opened, so that there is nothing that the options could be for.")
    wanted = None if game is None else _wanted(game, variants, options, players)
    return serve_table(wanted, seats, Serving(host, port, store, lang, watch, seed))


@cli.command(cls=Told, epilog=example("custumal simulate my-game --games 200 --seed 1 --jobs 2 --json"))
@GAME
@game_options
@BOTS
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S", help="Decides all chance and all bots.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="J", help="Processes; the result does not depend on it."
)
@CLUSTER
@click.option("--check-invariants", is_flag=True, help="Test the game's invariants at every step.")
@click.option("--record", metavar="DIR", help="Write a record of each game into this folder.")
@click.option(
    "--measures", is_flag=True, help="Tell also how long games are, what is chosen, who leads, why they end; needs the extra `insight`."
)
@JUDGE
@click.option("--table", metavar="FILE", help="Write a row for each game, as .csv or .parquet.")
@click.option("--html", metavar="FILE", help="Write all measures as a page with plots.")
@click.option("--force", is_flag=True, help="Replace records and files that are there already.")
@JSON
def simulate(  # noqa: PLR0913, PLR0917  # so many options were promised
    game: str, variants: tuple[str, ...], options: Pairs, players: int | None, seats: Pairs,
    games: int, seed: int, jobs: int, cluster: str | None, check_invariants: bool, record: str | None,
    measures: bool, judge: int, table: str | None, html: str | None, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """Play many games without a person, and sum them up.

    With --record each game is written as soon as it is over. Ctrl-C ends the series, and what was played is summed up.
    """
    from custumal.ui.terminal.measuring.simulate import Series, simulate_games

    series = Series(games, seed, jobs, cluster, check_invariants, record, as_json, force, measures, judge, table, html)
    return simulate_games(_wanted(game, variants, options, players), seats, series)


@cli.command(cls=Told, epilog=example("custumal replay my-game.json --to 3"))
@click.argument("record")
@click.option("--to", type=click.IntRange(0), metavar="K", help="Stop after so many choices and show the position.")
@click.option("--game", metavar="GAME", help="The game's file or folder, if it is no shipped one and has moved.")
@click.option("--variant", "variants", multiple=True, metavar="FILE", help="The file of a variant, likewise; may be repeated.")
@LANGUAGE
@JSON
def replay(record: str, to: int | None, game: str | None, variants: tuple[str, ...], lang: str | None, as_json: bool) -> int:
    """Play a saved game again, verify each step, and show the position that it leads to."""
    from custumal.ui.terminal.commands.replay import Replay, replay_record

    return replay_record(record, Replay(to, game, variants, lang, as_json))


@cli.command(cls=Told, epilog=example("custumal perft my-game --depth 4 --divide"))
@GAME
@game_options
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="The length of the sequences.")
@click.option("--divide", is_flag=True, help="The count below each first choice.")
@JSON
def perft(  # its options
    game: str, variants: tuple[str, ...], options: Pairs, players: int | None, depth: int, divide: bool, as_json: bool
) -> int:
    """Count the sequences of choices of a length, outcomes of chance included."""
    from custumal.ui.terminal.measuring.perft import count_sequences

    return count_sequences(_wanted(game, variants, options, players), depth, divide, as_json)


@cli.command(cls=Told, epilog=example("custumal compare pig --variant two-dice --games 100 --seat 1=random --seat 2=random"))
@click.argument("a", metavar="A")
@click.argument("b", metavar="[B]", required=False)
@game_options
@click.option("--with", "changed", callback=pairs, multiple=True, metavar="NAME=VALUE", help="An option of the changed side alone.")
@click.option("--together", is_flag=True, help="All variants are in force at once, instead of each for itself.")
@BOTS
@click.option("--levels", metavar="BOT,BOT,…", callback=names, help="Compare once with each of these bots in all seats, and rate them.")
@click.option(
    "--options", "actions", metavar="ACTION,…", callback=names, help="Tell what these actions are worth, by seats that may not or must."
)
@click.option("--games", type=click.IntRange(1), metavar="N", help="Pairs of games (at most, with --until or --time).  [default: 400]")
@click.option("--until", metavar="WIDTH|decided", help="Stop when no interval is wider than so many margins, or when all is decided.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Stop after so many seconds in all; what is under way then is not counted.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S", help="Decides all chance and all bots.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="J", help="Processes; the result does not depend on it."
)
@CLUSTER
@JUDGE
@click.option("--margin", "margins", callback=pairs, multiple=True, metavar="MEASURE=X", help="The smallest difference that matters.")
@click.option("--table", metavar="FILE", help="Write a row for each game, as .csv or .parquet.")
@click.option("--html", metavar="FILE", help="Write the report as a page with plots.")
@FORCE
@JSON
def compare(  # noqa: PLR0913, PLR0917  # so many options were promised
    a: str, b: str | None, variants: tuple[str, ...], options: Pairs, players: int | None, changed: Pairs, together: bool, seats: Pairs,
    levels: tuple[str, ...], actions: tuple[str, ...], games: int | None, until: str | None, seconds: float | None, seed: int,
    jobs: int, cluster: str | None, judge: int, margins: Pairs, table: str | None, html: str | None, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """What variants change, as differences with intervals: both rules are played by bots on the same seeds.

    \b
    compare my-table.yaml              what the variant changes
    compare my-game --variant V        the same; several, each for itself
    compare my-game other              one game against another
    compare my-game --with fast=true   what an option changes
    """
    from custumal.ui.terminal.measuring.compare import Asked, compare_rules, sides_of

    wanted = _wanted(a, () if b else variants, options, players)
    other = None if b is None else _wanted(b, variants, options, players)
    asked = Asked(seats, levels, actions, judge, changed, margins, games, until, seconds, seed, jobs, cluster, as_json, table, html, force)
    return compare_rules(*sides_of(wanted, other, changed, together=together), asked)


@cli.command(cls=Told, epilog=example("custumal ladder my-game --bots random,greedy --games 10"))
@GAME
@game_options
@click.option("--bots", metavar="BOT,BOT,…", callback=names, help="Who plays; by default random, greedy and easy.")
@click.option("--games", "seeds", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Seeds for each line-up.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, metavar="S", help="Decides all chance and all bots.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="J", help="Processes; the result does not depend on it."
)
@CLUSTER
@click.option("--table", metavar="FILE", help="Write a row for each game, as .csv or .parquet.")
@click.option("--html", metavar="FILE", help="Write the ratings as a page with plots.")
@FORCE
@JSON
def ladder(  # noqa: PLR0913, PLR0917  # so many options were promised
    game: str, variants: tuple[str, ...], options: Pairs, players: int | None, bots: tuple[str, ...], seeds: int, seed: int, jobs: int,
    cluster: str | None, table: str | None, html: str | None, force: bool, as_json: bool,
) -> int:  # fmt: skip
    """How strong bots are in a game: they play each other, everybody in every seat, and are rated from all games at once.

    Needs the extra `insight`. Each line-up plays every seed in all its rotations.
    """
    from custumal.ui.terminal.measuring.ladder import Asked, rate_bots

    return rate_bots(_wanted(game, variants, options, players), Asked(bots, seeds, seed, jobs, cluster, as_json, table, html, force))


# ---------------------------------------------------------------- the program


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line (by default that of this process) and answer its exit code."""
    return run_command(cli, "custumal", arguments)


def main() -> None:
    """The program `custumal`."""
    leave(run())
