import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, readConfigWithoutSecret, type Config } from './config.ts';
import { sealAudit } from './audit/changes.ts';
import { verifyAuditTrail, type Anchor } from './audit/chain-queries.ts';
import { insufficientPrivilege, getSqlState } from './database/connection/errors.ts';
import { openDatabase, type Store } from './database/connection/store.ts';

/*
 * `npm run verify-audit [-- --anchor number:hash]`: recomputes the audit trail's hash chain in the database at
 * DATABASE_URL or, while the server is stopped, in the embedded database in DATA_DIR. If the chain is broken, names the
 * first broken entry and exits with 1.
 */

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  const anchor = parseAnchor(process.argv.slice(2));
  // This command creates no sessions, so it does not need the secret that signs them.
  // oxlint-disable-next-line node/no-process-env -- a process's entry point, like main.ts
  const config = readConfigWithoutSecret(process.env);
  const store = await open(config);
  try {
    await sealAudit(store.kysely);
    const report = await verifyAuditTrail(store.kysely, anchor);
    if (!report.isIntact) {
      process.stdout.write(`${report.problem}\n`);
      return 1;
    }
    const { lastEntry } = report;
    const noun = report.entries === 1 ? 'entry' : 'entries';
    process.stdout.write(
      `${report.entries.toLocaleString('en-US')} ${noun}; the chain is intact.\n`,
    );
    if (lastEntry)
      process.stdout.write(`Anchor for the next run: --anchor ${lastEntry.number}:${lastEntry.hash}
`);
    return 0;
  } finally {
    await store.close();
  }
}

function describeError(error: unknown): string {
  if (getSqlState(error) === insufficientPrivilege) {
    return "The role in DATABASE_URL may not read this database's audit trail.";
  }
  return error instanceof Error ? error.message : String(error);
}

function parseAnchor(argv: string[]): Anchor | null {
  const { values } = parseArgs({ args: argv, options: { anchor: { type: 'string' } } });
  if (values.anchor === undefined) return null;
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.anchor) ?? [];
  if (number === undefined || hash === undefined) {
    throw new ConfigError('The anchor must be what a previous run printed: --anchor number:hash');
  }
  return { number: Number(number), hash };
}

/** Opens the database; never creates one. */
function open(config: Config): Promise<Store> {
  if (config.databaseUrl !== null) {
    return openDatabase({ kind: 'postgres', url: config.databaseUrl, poolSize: 2 });
  }
  const folder = `${config.dataFolder}/database`;
  if (!existsSync(folder)) throw new ConfigError(`There is no database in ${config.dataFolder}.`);
  return openDatabase({ kind: 'embedded', folder });
}
