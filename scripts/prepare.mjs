/** The first step of every command that runs built code: checks Node, installs packages and builds. */
import { pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode, root } from './project.mjs';

/**
 * Installs and builds what is out of date, makes the project's folder the working directory and reads its `.env`.
 * Exits with a message if installing or building fails.
 * @param {('server' | 'testing' | 'web')[]} [parts] the parts to build; by default the server and the web client
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
 * Imports a built module of the server or of the testing workspace.
 * @param {string} path from the workspace's `dist`
 * @param {'server' | 'testing'} [workspace]
 */
export function importBuilt(path, workspace = 'server') {
  return import(pathToFileURL(join(root, workspace, 'dist', path)).href);
}
