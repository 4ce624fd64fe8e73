/** Installs the packages if the installed packages differ from the lockfile. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npmCommand, root, run } from './project.mjs';

const lockfile = join(root, 'package-lock.json');
const marker = join(root, 'node_modules', '.curbwrench-lock');

/** Makes `node_modules` match the lockfile; fast if it already matches. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(async () => {
    if (isInstalled()) return;
    console.log('Installing packages (only after they change; takes about a minute) ...');
    // Building needs the development packages, regardless of NODE_ENV.
    const result = await run([...npmCommand(), 'ci', '--include=dev', '--no-audit', '--no-fund']);
    if (!result.ok) throw new Error(`${result.output}\nnpm could not install the packages.`);
    writeFileSync(marker, lockHash());
  });
}

function isInstalled() {
  const hash = lockHash();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return true;
  // Someone may have installed the right packages by running npm directly.
  if (!matchesInstalled()) return false;
  writeFileSync(marker, hash);
  return true;
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockfile)).digest('hex');
}

/** Returns whether npm's hidden lockfile, which records what is installed, matches ours. */
function matchesInstalled() {
  const hiddenLockfile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hiddenLockfile)) return false;
  const installed = JSON.parse(readFileSync(hiddenLockfile, 'utf8')).packages;
  const expected = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  return Object.entries(expected).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional || entry.link) return true;
    return installed[path]?.version === entry.version && existsSync(join(root, path));
  });
}
