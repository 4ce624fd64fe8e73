import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, type BackupReport } from './backup/back-up.ts';
import { BackupError } from './backup/backup-error.ts';
import { removeOldBackups, writeBackupFile } from './backup/backup-files.ts';
import { systemClock } from './application/clock.ts';
import { readConfigWithoutSecret } from './config.ts';

/*
 * `npm run backup -- <file or folder> [--keep <number>]`: writes a backup of the database at DATABASE_URL, or
 * of DATA_DIR with the embedded database in it, even while the server is running. With --keep, deletes all but the
 * newest <number> backups in the folder. Exits with 2 if no backup was made.
 */

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { target, keep } = parseArguments(process.argv.slice(2));
  // This command creates no sessions, so it does not need the session secret.
  // oxlint-disable-next-line node/no-process-env -- a process's entry point, like main.ts
  const config = readConfigWithoutSecret(process.env);
  const source = {
    dataFolder: resolve(config.dataFolder),
    // The application's own role has no permission to read some of the tables.
    databaseUrl: config.migrationUrl ?? config.databaseUrl,
  };
  const now = systemClock.now();
  let report: BackupReport = { omittedPaths: [], hasSecret: true };
  const file = await writeBackupFile(target, source.dataFolder, now, async (name) => {
    report = await backUp(source, name, now);
  });
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
  process.stdout.write(`The backup is complete: ${file} (${megabytes} MB)\n`);
  if (!report.hasSecret) {
    process.stdout.write('It does not contain AUTH_SECRET; keep a copy of that secret, too.\n');
  }
  for (const path of report.omittedPaths) {
    process.stdout.write(`Not included, since it is not a regular file: ${path}\n`);
  }
  if (keep !== null) await removeOldBackups(file, keep, now);
}

function parseArguments(argv: string[]): { target: string; keep: number | null } {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { keep: { type: 'string' } },
  });
  const [target, ...rest] = positionals;
  if (target === undefined || rest.length > 0) {
    throw new BackupError('Please specify one file or folder to write the backup to.');
  }
  if (values.keep === undefined) return { target, keep: null };
  if (!/^[1-9]\d{0,3}$/.test(values.keep)) {
    throw new BackupError('--keep must be the number of backups to keep, 1 or greater.');
  }
  return { target, keep: Number(values.keep) };
}
