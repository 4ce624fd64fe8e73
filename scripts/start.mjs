/** `npm start`: installs if needed, builds if needed, and runs the server in this process. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireNode, root } from './project.mjs';

requireNode();
try {
  const { ensureInstalled } = await import('./install.mjs');
  await ensureInstalled();
  const { ensureBuilt } = await import('./build.mjs');
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');
await import(pathToFileURL(join(root, 'server/dist/main.js')).href);
