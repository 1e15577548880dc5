import assert from "node:assert/strict";
import { test } from "node:test";
import { commandLine, quoted } from "../src/arguments";

test("plain words stay as they are", () => {
  assert.equal(commandLine("custumal", "check", "/games/my-game/game.yaml", [], false), "custumal check /games/my-game/game.yaml");
});

test("a scenario to play on from is named after the file", () => {
  assert.equal(
    commandLine("custumal", "play", "my games/game.yaml", ["--scenario", "the-end"], false),
    "custumal play 'my games/game.yaml' --scenario the-end",
  );
});

test("a shell takes nothing apart and carries nothing out", () => {
  assert.equal(quoted("a b", false), "'a b'");
  assert.equal(quoted("it's $(rm x)", false), "'it'\\''s $(rm x)'");
  assert.equal(quoted('a "b"', true), '"a ""b"""');
});
