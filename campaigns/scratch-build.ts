import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

/** A copy of the built server in its own folder. */
export interface ScratchBuild {
  /** The module that starts the server. */
  readonly main: string;
  /** Where its migrations are. */
  readonly migrations: URL;
  drop(): Promise<void>;
}

/** The project's folder: campaigns are run from it. */
const project = process.cwd();

/** The server, and what starts it in this process. */
const parts = ['contract', 'server', 'testing'];
/** SQL is read where it was written. */
const migrations = 'server/src/database/migrations';
/** And so are the letters of receipts. */
const fonts = 'server/fonts';

/** Copies the built server, so that a rebuild cannot change what a campaign is testing. */
export async function makeScratchBuild(): Promise<ScratchBuild> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'curbwrench-build-'));
  try {
    for (const part of parts) await copyPart(folder, part);
    for (const kept of [migrations, fonts]) {
      await cp(join(project, kept), join(folder, kept), { recursive: true });
    }
    await linkPackages(folder);
    // The web client is not needed here, but the server reads its page.
    writeWebFolder(join(folder, 'web/dist'));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    main: join(folder, 'server/dist/main.js'),
    migrations: pathToFileURL(`${join(folder, migrations)}/`),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function copyPart(folder: string, part: string): Promise<void> {
  if (!existsSync(join(project, part, 'dist'))) {
    throw new Error(`${part}/dist is missing: run "npm run build" first.`);
  }
  await mkdir(join(folder, part));
  await cp(join(project, part, 'dist'), join(folder, part, 'dist'), { recursive: true });
  await cp(join(project, part, 'package.json'), join(folder, part, 'package.json'));
  const own = join(project, part, 'node_modules');
  if (existsSync(own)) await symlink(own, join(folder, part, 'node_modules'));
}

/** Every package as installed, except our own, which are the copies. */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(project, 'node_modules');
  const links = join(folder, 'node_modules');
  await mkdir(join(links, '@curbwrench'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@curbwrench') await symlink(join(installed, name), join(links, name));
  }
  for (const part of parts) {
    await symlink(join(folder, part), join(links, '@curbwrench', part));
  }
}
