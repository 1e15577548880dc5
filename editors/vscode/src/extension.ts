/** Starts the language server, and has the program check, test and play in the terminal and print the rulebook. */

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { commandLine } from "./arguments";

let client: LanguageClient | undefined;

function program(): string {
  return vscode.workspace.getConfiguration("custumal").get("command", "custumal");
}

/** The file that a command is about: that of a lens, else that in front. */
function file(uri?: string): string | undefined {
  return uri === undefined ? vscode.window.activeTextEditor?.document.uri.fsPath : vscode.Uri.parse(uri).fsPath;
}

function inTerminal(command: string, further: readonly string[] = [], uri?: string): void {
  const about = file(uri);
  if (about === undefined) {
    return;
  }
  const terminal = vscode.window.terminals.find((each) => each.name === "custumal") ?? vscode.window.createTerminal("custumal");
  terminal.show(true);
  terminal.sendText(commandLine(program(), command, about, further));
}

function carriesOut(command: string): vscode.Disposable {
  return vscode.commands.registerCommand(`custumal.${command}`, (uri?: string) => inTerminal(command, [], uri));
}

/** Plays on from the position of a scenario; `uri` is of its game, its variant or its own file. */
function playScenario(uri: string, name: string): void {
  inTerminal("play", name === "" ? [] : ["--scenario", name], uri);
}

/** Shows the printed rulebook beside the file. */
function rulebook(): void {
  const about = file();
  if (about === undefined) {
    return;
  }
  execFile(program(), ["rulebook", about, "--format", "html"], { maxBuffer: 64 * 1024 * 1024 }, (error, page, said) => {
    if (error) {
      void vscode.window.showErrorMessage(said || error.message);
      return;
    }
    const panel = vscode.window.createWebviewPanel("custumal.rulebook", "Rulebook", vscode.ViewColumn.Beside, {});
    panel.webview.html = page;
  });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.yaml");
  context.subscriptions.push(
    watcher,
    carriesOut("check"),
    carriesOut("test"),
    carriesOut("play"),
    vscode.commands.registerCommand("custumal.playScenario", playScenario),
    vscode.commands.registerCommand("custumal.rulebook", rulebook),
  );
  client = new LanguageClient(
    "custumal",
    "custumal",
    { command: program(), args: ["lsp"] },
    {
      documentSelector: [{ language: "yaml", scheme: "file" }],
      synchronize: { fileEvents: watcher },
      initializationOptions: { hasTerminal: true },
    },
  );
  await client.start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
