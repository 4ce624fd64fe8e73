import { readFileSync } from 'node:fs';

/*
 * Our documents name files and tests as evidence: `web/src/paths.test.ts` "stand at the addresses".
 * This reads what they name, so that a wall can hold it against what is there.
 */

/** A file of ours that a text names, and what it quotes of it right behind. */
export interface Reference {
  readonly file: string;
  readonly quoted: string | null;
}

/** Every file of ours in backticks, in order. */
export function referencesIn(text: string): Reference[] {
  const paths =
    /`((?:contract|server|web|campaigns|e2e|walls|docs|bench|scripts)\/[\w./-]+)`(?:\s+"([^"]+)")?/g;
  return [...text.matchAll(paths)].map(([, file = '', quoted]) => ({
    file,
    quoted: quoted?.replaceAll(/\s+/g, ' ') ?? null,
  }));
}

/** Whether a file's name says that it holds tests. */
export function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file);
}

/** A test's title or one of its cases, or a heading: nothing that merely occurs. */
export function holds(file: string, quoted: string): boolean {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) return new RegExp(`^#+ ${escaped(quoted)}$`, 'm').test(text);
  return ["'", '"', '`'].some((mark) => text.includes(`${mark}${quoted}${mark}`));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The cells of every row of every table, but for the lines under the heads. */
export function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}
