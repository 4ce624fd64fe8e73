/** Builds what `npm start` runs, if its sources changed since the last build: `npm run build`. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyAssets, listFiles, removeStaleFiles } from './build-folder.mjs';
import { withLock } from './lock.mjs';
import { requireNode, root, run, toolPath } from './project.mjs';

const sharedInputs = [
  'package-lock.json',
  'tsconfig.base.json',
  'contract/package.json',
  'contract/tsconfig.json',
  'contract/src',
];

const parts = {
  server: {
    inputs: [
      ...sharedInputs,
      'server/src',
      'server/package.json',
      'server/tsconfig.json',
      'server/tsconfig.rules.json',
    ],
    outputs: ['server/dist/main.js'],
    build: buildServer,
  },
  testing: {
    inputs: [
      ...sharedInputs,
      'server/src',
      'testing/src',
      'testing/package.json',
      'testing/tsconfig.json',
    ],
    outputs: ['testing/dist/start-app.js'],
    build: buildTesting,
  },
  web: {
    inputs: [...sharedInputs, 'web'],
    outputs: ['web/dist/index.html', 'web/dist/.rendering/render-worker.js'],
    build: buildWeb,
  },
};

/**
 * Builds the parts that are out of date, one at a time.
 * @param {('server' | 'testing' | 'web')[]} names
 */
export async function ensureBuilt(names = ['server', 'web']) {
  if (names.every(isUpToDate)) return;
  await withLock(async () => {
    for (const name of names) {
      if (!isUpToDate(name)) await build(name);
    }
  });
}

async function build(name) {
  const part = parts[name];
  process.stdout.write(`Building ${name} ... `);
  // Computed before the build, so that an edit during the build is noticed the next time.
  const stamp = computeStamp(name);
  rmSync(stampFile(name), { force: true });
  const started = performance.now();
  const result = await part.build();
  if (!result.ok) {
    console.log('failed');
    throw new Error(`${result.output}\nBuilding ${name} failed.`);
  }
  mkdirSync(join(root, '.build'), { recursive: true });
  writeFileSync(stampFile(name), stamp);
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function buildServer() {
  removeStaleFiles('contract');
  removeStaleFiles('server');
  // The compiler relies on its build info and would not rewrite deleted files.
  const force = existsSync(join(root, 'server/dist/main.js')) ? [] : ['--force'];
  const compiler = toolPath('typescript', 'tsc');
  const result = await run([process.execPath, compiler, '-b', 'server', ...force]);
  if (result.ok) copyAssets('server');
  return result;
}

/** Builds the code that starts the server in tests and screenshots; needs the built server. */
async function buildTesting() {
  removeStaleFiles('testing');
  return run([process.execPath, toolPath('typescript', 'tsc'), '-b', 'testing']);
}

/** Builds the web client, then the thread that renders its pages on the server. */
async function buildWeb() {
  const vite = [process.execPath, toolPath('vite', 'vite', 'web'), 'build', '--logLevel', 'warn'];
  const client = await run(vite, { cwd: join(root, 'web') });
  if (!client.ok) return client;
  return run([...vite, '--config', 'rendering/vite.config.ts'], { cwd: join(root, 'web') });
}

function isUpToDate(name) {
  const file = stampFile(name);
  if (![file, ...listOutputs(name)].every((path) => existsSync(path))) return false;
  return readFileSync(file, 'utf8') === computeStamp(name);
}

function listOutputs(name) {
  return parts[name].outputs.map((path) => join(root, path));
}

function stampFile(name) {
  return join(root, '.build', `${name}.stamp`);
}

/** Returns a hash of all inputs' names, sizes and modification times; hashing contents would take much longer. */
function computeStamp(name) {
  const hash = createHash('sha256');
  for (const path of parts[name].inputs.flatMap(listFiles)) {
    if (/\.(test|spec)\.tsx?$/.test(path)) continue;
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  try {
    const { ensureInstalled } = await import('./install.mjs');
    await ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
