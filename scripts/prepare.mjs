/** The first step of every command that runs built code: the right Node, packages, a current build. */
import { pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode, root } from './project.mjs';

/**
 * Installs and builds what is out of date, changes to the project's folder and reads its `.env`.
 * On failure, prints a sentence and exits.
 * @param {('server' | 'web')[]} [parts] what to build; everything by default
 */
export async function prepare(parts) {
  requireNode();
  try {
    const { ensureInstalled } = await import('./install.mjs');
    await ensureInstalled();
    const { ensureBuilt } = await import('./build.mjs');
    await ensureBuilt(parts);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/**
 * Imports a module of the built server.
 * @param {string} path relative to `server/dist`
 */
export function built(path) {
  return import(pathToFileURL(join(root, 'server/dist', path)).href);
}
