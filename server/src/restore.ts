import { resolve } from 'node:path';
import { BackupError } from './backup/backup-error.ts';
import { restore } from './backup/restore.ts';
import { readConfigWithoutSecret } from './config.ts';

/*
 * `npm run restore -- <file>`: restores a backup into the empty database at DATABASE_URL, or into an
 * empty DATA_DIR. Exits with 2 if nothing was restored.
 */

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) {
    throw new BackupError('Please specify the file to restore.');
  }
  // oxlint-disable-next-line node/no-process-env -- a process's entry point, like main.ts
  const config = readConfigWithoutSecret(process.env);
  const target = {
    dataFolder: resolve(config.dataFolder),
    databaseUrl: config.migrationUrl ?? config.databaseUrl,
  };
  const { createdAt } = await restore(resolve(file), target);
  const destination = target.databaseUrl === null ? target.dataFolder : 'PostgreSQL';
  process.stdout.write(
    `The backup from ${createdAt} was restored to ${destination}. You can now start the server.\n`,
  );
}
