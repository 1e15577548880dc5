/** What an editor colours as sentences: the grammar of this extension, injected into one for YAML. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry } from "vscode-textmate";

const ROOT = path.join(__dirname, "..", "..");
const FILES: Record<string, string> = {
  "source.yaml": createRequire(__filename).resolve("tm-grammars/grammars/yaml.json"),
  "source.yaml.custumal": path.join(ROOT, "syntaxes", "custumal.tmLanguage.json"),
};

async function library() {
  await loadWASM(readFileSync(createRequire(__filename).resolve("vscode-oniguruma/release/onig.wasm")));
  return { createOnigScanner, createOnigString };
}

/** For each line of a text the columns, from 0, that are coloured as a sentence. */
export async function colouring(): Promise<(text: string) => Set<number>[]> {
  const registry = new Registry({
    onigLib: library(),
    loadGrammar: async (scope) => {
      const file = FILES[scope];
      return file === undefined ? null : parseRawGrammar(readFileSync(file, "utf8"), file);
    },
    getInjections: (scope) => (scope === "source.yaml" ? ["source.yaml.custumal"] : undefined),
  });
  const grammar = await registry.loadGrammar("source.yaml");
  if (grammar === null) {
    throw new Error("no grammar for YAML");
  }
  return (text) => {
    let state = INITIAL;
    return text.split("\n").map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      const found = new Set<number>();
      for (const token of tokens.filter((each) => each.scopes.includes("meta.sentence.custumal"))) {
        for (let at = token.startIndex; at < Math.min(token.endIndex, line.length); at++) {
          found.add(at);
        }
      }
      return found;
    });
  };
}
