import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { folderOf, type Place } from '../bench/processes.ts';
import { openDatabase, type Store } from '@curbwrench/server/database/connection/store';
import { makeCluster } from './faults/private-cluster.ts';
import type { CampaignOptions } from './options.ts';

/**
 * Runs a campaign on each database the options select: the server that `--database` names, the
 * embedded one with `--embedded`, otherwise both, on a temporary PostgreSQL server. Each time on a
 * database that is empty at the start and deleted at the end. `only` limits it to one kind. Returns whether
 * all guarantees held.
 */
export async function onEachPlace(
  options: Pick<CampaignOptions, 'database' | 'embedded'>,
  work: (place: Place) => Promise<boolean>,
  only: Place['kind'] | null = null,
): Promise<boolean> {
  let held = true;
  if (!options.embedded && only !== 'embedded') held = await onPostgres(options.database, work);
  if (options.database === null && only !== 'postgres') held = (await onEmbedded(work)) && held;
  return held;
}

/** Opens the database of a place, as a business's server would. */
export function openPlace(place: Place): Promise<Store> {
  return place.kind === 'postgres'
    ? openDatabase({ kind: 'postgres', url: place.url, poolSize: 2 })
    : openDatabase({ kind: 'embedded', folder: folderOf(place) });
}

async function onEmbedded(work: (place: Place) => Promise<boolean>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'curbwrench-campaign-'));
  try {
    return await work({ kind: 'embedded', folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(
  server: string | null,
  work: (place: Place) => Promise<boolean>,
): Promise<boolean> {
  const cluster = server === null ? await makeCluster() : null;
  const home = server ?? cluster?.url;
  if (home === undefined) {
    console.log('No PostgreSQL found: name one with --database, or install its Debian package.');
    return true;
  }
  const name = `curbwrench_campaign_${randomBytes(6).toString('hex')}`;
  await onServer(home, `create database ${name}`);
  try {
    const url = new URL(home);
    url.pathname = `/${name}`;
    return await work({ kind: 'postgres', url: url.href });
  } finally {
    await onServer(home, `drop database if exists ${name} with (force)`);
    await cluster?.drop();
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
