/** What is given to the program for a file, as a line that a shell understands. */

const PLAIN = /^[A-Za-z0-9_@%+=:,./\\-]+$/;

/** A word of a command line; quoted where a shell would take it apart. */
export function quoted(word: string, windows: boolean): string {
  if (PLAIN.test(word)) {
    return word;
  }
  return windows ? `"${word.replace(/"/g, '""')}"` : `'${word.replace(/'/g, `'\\''`)}'`;
}

/** The line that carries out a command for a file. */
export function commandLine(
  program: string,
  command: string,
  file: string,
  further: readonly string[] = [],
  windows = process.platform === "win32",
): string {
  return [program, command, file, ...further].map((word) => quoted(word, windows)).join(" ");
}
