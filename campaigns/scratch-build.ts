import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

/** A copy of the built server in its own folder, for one run of a campaign (a long-running test; see README.md). */
export interface ScratchBuild {
  /** The module that starts the server. */
  readonly main: string;
  /** The folder of its migrations. */
  readonly migrations: URL;
  /** Deletes the folder. */
  remove(): Promise<void>;
}

/** The project's folder, which is the current directory when a campaign runs. */
const projectFolder = process.cwd();

/** The workspaces to copy: those needed to run the server in this process. */
const workspaces = ['contract', 'server', 'testing'];
/** The server reads migrations from its source folder. */
const migrations = 'server/src/database/migrations';
/** The server reads the receipt fonts from this folder. */
const fonts = 'server/fonts';

/**
 * Imports a module such as '@curbwrench/server/app' from the build whose main file is `main`, instead of from
 * the build that this process runs.
 */
export function importFromBuild(main: string, specifier: string): Promise<unknown> {
  return import(pathToFileURL(createRequire(main).resolve(specifier)).href);
}

/** Copies the built server, so that a rebuild during a campaign cannot change the code under test. */
export async function makeScratchBuild(): Promise<ScratchBuild> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'curbwrench-build-'));
  try {
    for (const workspace of workspaces) await copyWorkspace(folder, workspace);
    for (const path of [migrations, fonts]) {
      await cp(join(projectFolder, path), join(folder, path), { recursive: true });
    }
    await linkPackages(folder);
    // The web client is not needed here, but the server reads its HTML page at startup.
    writeWebFolder(join(folder, 'web/dist'));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    main: join(folder, 'server/dist/main.js'),
    migrations: pathToFileURL(`${join(folder, migrations)}/`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function copyWorkspace(folder: string, workspace: string): Promise<void> {
  if (!existsSync(join(projectFolder, workspace, 'dist'))) {
    throw new Error(`${workspace}/dist is missing: run "npm run build" first.`);
  }
  await mkdir(join(folder, workspace));
  await cp(join(projectFolder, workspace, 'dist'), join(folder, workspace, 'dist'), {
    recursive: true,
  });
  await cp(join(projectFolder, workspace, 'package.json'), join(folder, workspace, 'package.json'));
  const ownPackages = join(projectFolder, workspace, 'node_modules');
  if (existsSync(ownPackages)) await symlink(ownPackages, join(folder, workspace, 'node_modules'));
}

/** Links every installed package; the project's own packages link to their copies. */
async function linkPackages(folder: string): Promise<void> {
  const packagesFolder = join(projectFolder, 'node_modules');
  const links = join(folder, 'node_modules');
  await mkdir(join(links, '@curbwrench'), { recursive: true });
  for (const name of await readdir(packagesFolder)) {
    if (name !== '@curbwrench') await symlink(join(packagesFolder, name), join(links, name));
  }
  for (const workspace of workspaces) {
    await symlink(join(folder, workspace), join(links, '@curbwrench', workspace));
  }
}
