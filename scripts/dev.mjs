/** `npm run dev`: on each change, compiles, restarts the server and reloads the page. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode, root, toolPath } from './project.mjs';

requireNode();
const { ensureInstalled } = await import('./install.mjs');
const { ensureBuilt } = await import('./build.mjs');
try {
  await ensureInstalled();
  await ensureBuilt(['server']);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');
const port = process.env.PORT ?? '3000';
const children = [
  start(toolPath('typescript', 'tsc'), ['-b', 'server', '--watch', '--preserveWatchOutput']),
  start('--watch-path=server/dist', ['--watch-path=contract/dist', 'server/dist/main.js'], {
    env: { PORT: port },
  }),
  start(toolPath('vite', 'vite', 'web'), ['--port', '5173', '--strictPort', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    env: { API_PORT: port },
  }),
];
console.log('\nOpen http://localhost:5173 (Ctrl-C stops everything)\n');

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
for (const child of children) child.once('exit', endAll);

function start(script, args, { cwd = root, env = {} } = {}) {
  return spawn(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Stops all processes as soon as one of them exits, since they only work together. */
function endAll() {
  if (isEnding) return;
  isEnding = true;
  for (const child of children) child.kill('SIGTERM');
  // Processes that ignore SIGTERM are killed after five seconds.
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, 5000).unref();
}
