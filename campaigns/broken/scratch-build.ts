import { existsSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Breakage } from './breakage.ts';

/** A copy of the built server in a folder of its own. */
export interface ScratchBuild {
  /** The module that starts the server. */
  readonly main: string;
  /** Where its migrations lie. */
  readonly migrations: URL;
  drop(): Promise<void>;
}

/** The project's folder: campaigns are run from it. */
const project = process.cwd();

/** SQL is read where it was written. */
const migrations = 'server/src/db/migrations';
/** And so are the letters of receipts. */
const fonts = 'server/fonts';

/**
 * Copies the built server, and makes one thing in the copy wrong if asked to. Nothing in the
 * product can be switched to be wrong, and what is tested does not change while it is tested.
 * Throws when a text to replace is not there exactly once: a breakage that breaks nothing would
 * prove nothing.
 */
export async function makeScratchBuild(breakage: Breakage | null): Promise<ScratchBuild> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'curbwrench-build-'));
  try {
    for (const part of ['contract', 'server']) await copyPart(folder, part);
    for (const kept of [migrations, fonts]) {
      await cp(join(project, kept), join(folder, kept), { recursive: true });
    }
    await linkPackages(folder);
    // The web client plays no part here, but the server asks for its page.
    await mkdir(join(folder, 'web/dist'), { recursive: true });
    await writeFile(join(folder, 'web/dist/index.html'), '<!doctype html><title>Scratch</title>');
    if (breakage) await breakIt(folder, breakage);
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

/** Every package as it is installed, but for our own, which are the copies. */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(project, 'node_modules');
  const links = join(folder, 'node_modules');
  await mkdir(join(links, '@curbwrench'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name !== '@curbwrench') await symlink(join(installed, name), join(links, name));
  }
  for (const part of ['contract', 'server']) {
    await symlink(join(folder, part), join(links, '@curbwrench', part));
  }
}

async function breakIt(folder: string, breakage: Breakage): Promise<void> {
  for (const { file, from, to } of breakage.patches) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const found = text.split(from).length - 1;
    if (found !== 1) {
      throw new Error(
        `The broken build "${breakage.name}" can't be made: ${file} has its text ${found} times, not once.`,
      );
    }
    await writeFile(
      path,
      text.replace(from, () => to),
    );
  }
}
