import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { colouring } from "./colouring";

const SAMPLE = `
values:
  «hand-limit»: «7» # cards
define:
  «rich(s seat)»: «coin of s > 10»
  «poor»: {is: «coin of me < 2», rule: R-1}
actions:
  take:
    say: {en: "Take {card}", fr: d'accord}
    choose:
      card: «cards of market»
    require:
      free:
        that: «price of card is 0»
        because: it's free
    do:
      - «move card to my hand»
      - if: «rich(me)»
        do: «draw 1 from deck
          to my hand»
names:
  card: {en: card}
`;

/** The lines without their marks, and for each the columns between them; a pair may begin and end on two lines. */
function marked(text: string): { lines: string[]; wanted: Set<number>[] } {
  const lines: string[] = [];
  const wanted: Set<number>[] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    let plain = "";
    const columns = new Set<number>();
    for (const sign of line) {
      if (sign === "«" || sign === "»") {
        inside = sign === "«";
        continue;
      }
      if (inside) {
        columns.add(plain.length);
      }
      plain += sign;
    }
    lines.push(plain);
    wanted.push(columns);
  }
  return { lines, wanted };
}

/** What is told of lines of which something else is coloured than is wanted; blanks may be. */
function wrong(lines: string[], wanted: Set<number>[], found: Set<number>[]): string[] {
  return lines.filter((line, number) =>
    [...line].some((sign, at) => sign.trim() !== "" && (wanted[number]?.has(at) ?? false) !== (found[number]?.has(at) ?? false)),
  );
}

test("sentences are coloured wherever they stand, and nothing else", async () => {
  const { lines, wanted } = marked(SAMPLE);
  const coloured = await colouring();
  assert.deepEqual(wrong(lines, wanted, coloured(lines.join("\n"))), []);
});

type Spans = Record<string, [number, number, number, number][]>;

test("in all files that are named in SPANS, with the places of their sentences", async (context) => {
  if (process.env.SPANS === undefined) {
    context.skip("SPANS names no file");
    return;
  }
  const spans = JSON.parse(readFileSync(process.env.SPANS, "utf8")) as Spans;
  const coloured = await colouring();
  for (const [file, places] of Object.entries(spans)) {
    const lines = readFileSync(file, "utf8").split("\n");
    const wanted = lines.map(() => new Set<number>());
    for (const [line, column, endLine, endColumn] of places) {
      for (let number = line; number <= endLine; number++) {
        const end = number === endLine ? endColumn - 1 : (lines[number - 1]?.length ?? 0);
        for (let at = number === line ? column - 1 : 0; at < end; at++) {
          wanted[number - 1]?.add(at);
        }
      }
    }
    assert.deepEqual(wrong(lines, wanted, coloured(lines.join("\n"))), [], file);
  }
});
