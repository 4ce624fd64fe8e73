import { inflateSync } from 'node:zlib';

/** Returns the text of each page of a PDF that was drawn with pdfkit, in drawing order. */
export function readPdfPages(bytes: Buffer): string[] {
  const objects = parseObjects(bytes);
  const pages = [...objects.values()].filter(({ dictionary }) =>
    /\/Type \/Page\b/.test(dictionary),
  );
  return pages.map(({ dictionary }) => {
    const resources = objects.get(findReference(dictionary, 'Resources') ?? -1)?.dictionary ?? '';
    const letters = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const font = objects.get(Number(id))?.dictionary ?? '';
        const map = objects.get(findReference(font, 'ToUnicode') ?? -1)?.stream ?? '';
        return [name, parseLetters(map)] as const;
      }),
    );
    const content = objects.get(findReference(dictionary, 'Contents') ?? -1)?.stream ?? '';
    return extractText(content, letters);
  });
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

function parseObjects(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id, body = ''] = match;
    const [dictionary = '', rest] = body.split(/\nstream\n/, 2);
    const raw = Buffer.from((rest ?? '').replace(/\nendstream[\s\S]*$/, ''), 'latin1');
    const stream = dictionary.includes('/FlateDecode')
      ? inflateSync(raw).toString('latin1')
      : raw.toString('latin1');
    objects.set(Number(id), { dictionary, stream });
  }
  return objects;
}

function findReference(dictionary: string, key: string): number | null {
  const id = new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the text that each glyph stands for, by glyph number, from a font's ToUnicode map. */
function parseLetters(map: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    const from = Number.parseInt(first, 16);
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = code.replaceAll(' ', '').match(/.{4}/g) ?? [];
      letters.set(
        from + index,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      );
    }
  }
  return letters;
}

function extractText(
  content: string,
  fonts: ReadonlyMap<string, ReadonlyMap<number, string>>,
): string {
  const pieces: string[] = [];
  let letters: ReadonlyMap<number, string> | undefined;
  for (const [operation, font, glyphs = ''] of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
  )) {
    if (operation.endsWith('Tf')) {
      letters = fonts.get(font ?? '');
      continue;
    }
    const codes = [...glyphs.matchAll(/<([0-9a-f]+)>/g)].flatMap(
      ([, run = '']) => run.match(/.{4}/g) ?? [],
    );
    pieces.push(codes.map((code) => letters?.get(Number.parseInt(code, 16)) ?? '\ufffd').join(''));
  }
  return pieces.join('\n');
}
