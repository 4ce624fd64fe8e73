import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** The name of the first entry of a backup. */
export const manifestName = 'backup.json';

/** The version of the format that this code writes, and the newest version that it can read. */
const format = 1;

const manifestSchema = z.object({
  format: z.literal(format),
  createdAt: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  /** PostgreSQL's major version; for the embedded database, its engine's major version. */
  postgresVersion: z.number().int().positive(),
  /** The migrations that the database has, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
});

/** What a backup contains. */
export type Manifest = z.output<typeof manifestSchema>;

/** Returns the text of the entry that describes a backup. */
export function writeManifest(manifest: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format, ...manifest }, null, 2)}\n`;
}

/** Parses the text of a manifest. Throws a BackupError if its format is newer, or if it is not a manifest at all. */
export function readManifest(text: string): Manifest {
  const value = parseJson(text);
  const newer = z.object({ format: z.number().min(format + 1) }).safeParse(value);
  if (newer.success) {
    throw new BackupError(
      'This backup was made by a newer version of Curbwrench. Restore it with that version.',
    );
  }
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) throw new BackupError('This file is not a Curbwrench backup.');
  return manifest.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
