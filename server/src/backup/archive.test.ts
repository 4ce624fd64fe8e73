import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readArchive } from './read-archive.ts';
import { restore } from './restore.ts';
import { decodeTarHeader, encodeTarHeader } from './tar.ts';
import { writeArchive, type ArchiveItem } from './write-archive.ts';

/*
 * Archive tests that need no database: reading returns what was written and rejects any other file.
 */

const scratch = mkdtempSync(join(tmpdir(), 'curbwrench-archive-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const now = new Date('2026-03-03T17:00:00Z');
let fileCount = 0;
const newFile = (): string => join(scratch, `${(fileCount += 1)}.tar.gz`);

const longPath = `data/${'folder/'.repeat(12)}${'x'.repeat(90)}`;
const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
writeFileSync(join(scratch, 'bytes'), bytes);
writeFileSync(join(scratch, 'empty'), '');
const items: readonly ArchiveItem[] = [
  { name: 'backup.json', text: '{"name": "José"}' },
  { name: 'data', folder: true },
  { name: 'data/bytes', file: join(scratch, 'bytes') },
  { name: 'data/empty', file: join(scratch, 'empty') },
  { name: longPath, text: 'y'.repeat(512) },
];

async function writeItems(itemsToWrite = items): Promise<string> {
  const file = newFile();
  await writeArchive(file, itemsToWrite, now);
  return file;
}

async function readItems(file: string): Promise<Map<string, Buffer | null>> {
  const entries = new Map<string, Buffer | null>();
  await readArchive(file, async (entry, content) => {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    entries.set(entry.name, entry.kind === 'folder' ? null : Buffer.concat(chunks));
  });
  return entries;
}

test('reading an archive returns what was written; tar can list it, and only its owner may read it', async () => {
  const file = await writeItems();
  const entries = await readItems(file);
  expect([...entries.keys()]).toEqual([
    'backup.json',
    'data/',
    'data/bytes',
    'data/empty',
    longPath,
  ]);
  expect(entries.get('data/bytes')?.equals(bytes)).toBe(true);
  expect(entries.get('data/empty')).toHaveLength(0);
  expect(entries.get('backup.json')?.toString()).toBe('{"name": "José"}');
  expect(entries.get(longPath)?.toString()).toBe('y'.repeat(512));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' });
  expect(listed.trim().split('\n')).toEqual([...entries.keys(), 'sha256']);
});

test("a file may be larger than the header's octal digits can express", () => {
  const entry = { name: 'database.dump', kind: 'file', size: 20 * 2 ** 30 } as const;
  expect(decodeTarHeader(encodeTarHeader(entry, now))).toEqual(entry);
});

test('a path that is too long is rejected, and leaves no file @data.backup', async () => {
  const file = newFile();
  const before = readdirSync(scratch);
  const writing = writeArchive(file, [{ name: 'x'.repeat(300), text: '' }], now);
  await expect(writing).rejects.toThrow('is too long for a backup');
  expect(readdirSync(scratch)).toEqual(before);
});

test('of two concurrent writes to one file, one succeeds and the other fails @data.backup', async () => {
  const file = newFile();
  const results = await Promise.allSettled([1, 2].map(() => writeArchive(file, items, now)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(writeArchive(file, items, now)).rejects.toThrow('already exists');
  expect((await readItems(file)).size).toBe(items.length);
});

/** Writes an archive with a change to its compressed or its uncompressed bytes, and returns its path. */
async function writeAltered(
  change: (bytes: Buffer) => Buffer,
  layer: 'compressed' | 'tar',
): Promise<string> {
  const original = readFileSync(await writeItems());
  const file = newFile();
  writeFileSync(
    file,
    layer === 'compressed' ? change(original) : gzipSync(change(gunzipSync(original))),
  );
  return file;
}

/** Returns a copy with one bit of the byte at this offset flipped. */
function flipBit(original: Buffer, offset: number): Buffer {
  const altered = Buffer.from(original);
  altered[offset] = (altered[offset] ?? 0) ^ 1;
  return altered;
}

test.each([
  ['cut in half', (all) => all.subarray(0, all.length / 2), 'compressed'],
  ['cut off by one byte', (all) => all.subarray(0, -1), 'compressed'],
  ['empty', () => Buffer.alloc(0), 'compressed'],
  ['not an archive', () => Buffer.from('An old list of customers.'), 'compressed'],
  ['followed by extra bytes', (all) => Buffer.concat([all, Buffer.alloc(4)]), 'compressed'],
  ['altered on the disk', (all) => flipBit(all, Math.floor(all.length / 2)), 'compressed'],
  ['altered in a file', (all) => flipBit(all, 4 * 512), 'tar'],
  ['altered in a header', (all) => flipBit(all, 3), 'tar'],
  ['altered in its padding', (all) => flipBit(all, 2 * 512 - 1), 'tar'],
  ['altered in its checksum', (all) => flipBit(all, all.length - 3 * 512), 'tar'],
  ['missing its checksum', (all) => all.subarray(0, -4 * 512), 'tar'],
  ['missing its end', (all) => all.subarray(0, -512), 'tar'],
  ['followed by an extra block', (all) => Buffer.concat([all, Buffer.alloc(512)]), 'tar'],
] satisfies [string, (all: Buffer) => Buffer, 'compressed' | 'tar'][])(
  'an archive that is %s is rejected @data.restore',
  async (_, change, layer) => {
    const file = await writeAltered(change, layer);
    await expect(readItems(file)).rejects.toThrow(
      `${file} is not a complete backup: the file is truncated or corrupted. Use another backup.`,
    );
  },
);

const manifest = {
  format: 1,
  createdAt: now.toISOString(),
  database: 'embedded',
  postgresVersion: 17,
  migrations: [{ name: '9999_newer.sql', checksum: '' }],
};

test.each([
  [
    'from a newer version',
    [{ name: 'backup.json', text: JSON.stringify(manifest) }],
    'The database is newer than this version of Curbwrench: it has the migration 9999_newer.sql. Run the newer version.',
  ],
  [
    'in a newer format',
    [{ name: 'backup.json', text: JSON.stringify({ ...manifest, format: 2 }) }],
    'This backup was made by a newer version of Curbwrench. Restore it with that version.',
  ],
  [
    'from another program',
    [{ name: 'notes.txt', text: 'Not a backup.' }],
    'This file is not a Curbwrench backup.',
  ],
  [
    'with an invalid manifest',
    [{ name: 'backup.json', text: '{' }],
    'This file is not a Curbwrench backup.',
  ],
  [
    'with a path that leads out of its folder',
    [
      { name: 'backup.json', text: JSON.stringify(manifest) },
      { name: 'data/../../stolen', text: '' },
    ],
    'The file contains an invalid path: data/../../stolen',
  ],
] satisfies [string, ArchiveItem[], string][])(
  'a file %s is rejected before anything is written @data.restore',
  async (_, contents, problem) => {
    const file = await writeItems(contents);
    const target = join(scratch, 'target');
    const before = readdirSync(scratch);
    await expect(restore(file, { dataFolder: target, databaseUrl: null })).rejects.toThrow(problem);
    expect(readdirSync(scratch)).toEqual(before);
  },
);
