import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedSource } from '@curbwrench/server/database/connection/embedded-source';
import { PostgresSource } from '@curbwrench/server/database/connection/postgres-source';
import type { SessionSource } from '@curbwrench/server/database/connection/session';
import { folderOf, type Place } from '../../bench/processes.ts';

/** Rows of a statement. The caller names their type; only our own statements are run here. */
export type Rows = <T>(text: string, values?: readonly unknown[]) => Promise<T[]>;

/**
 * Inspects a database. Of the embedded one a copy is opened, so that the recovery after a kill is
 * left to the server; no server may be writing to it at that time.
 */
export async function inspect<T>(place: Place, look: (rows: Rows) => Promise<T>): Promise<T> {
  if (place.kind === 'postgres') return lookInto(await PostgresSource.start(place.url, 1), look);
  const copy = await mkdtemp(join(tmpdir(), 'curbwrench-copy-'));
  try {
    // All except the lock, which is a socket that cannot be copied.
    const filter = (path: string): boolean => !path.endsWith('.lock');
    await cp(folderOf(place), copy, { recursive: true, filter });
    const opened = { folder: copy, dump: undefined };
    return await lookInto(await EmbeddedSource.start(opened, () => {}), look);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function lookInto<T>(source: SessionSource, look: (rows: Rows) => Promise<T>): Promise<T> {
  const session = await source.acquire();
  try {
    return await look(
      async <Row>(text: string, values: readonly unknown[] = []) =>
        (await session.query(text, values, false)).rows as Row[],
    );
  } finally {
    source.release(session, false);
    await source.close();
  }
}
