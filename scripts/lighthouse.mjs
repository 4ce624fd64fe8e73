/**
 * `npm run lighthouse [-- --runs=1] [-- landing booking ...]`: Lighthouse's results for four pages of
 * the demo, as a phone with simulated throttling, the median of three. It is not part of `npm test`,
 * since a busy machine changes its figures, and its 200 packages (185 MB) are installed only by the first
 * run, in a folder outside the workspaces.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';
import { npmCommand, root, run } from './project.mjs';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});

await prepare();
await installLighthouse();
const { audit } = await import(pathToFileURL(join(root, 'lighthouse/audit.mjs')).href);
if (!(await audit({ runs: Number(values.runs), names: positionals }))) process.exitCode = 1;

/** The installed packages match the folder's own lockfile. */
async function installLighthouse() {
  const folder = join(root, 'lighthouse');
  const wanted = versionIn(join(folder, 'package-lock.json'));
  if (versionIn(join(folder, 'node_modules/.package-lock.json')) === wanted) return;
  console.log('Installing Lighthouse (once; about half a minute) ...');
  const { ok, output } = await run([...npmCommand(), 'ci', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  if (ok) return;
  console.error(`${output}\nnpm could not install Lighthouse.`);
  process.exit(1);
}

function versionIn(lockfile) {
  if (!existsSync(lockfile)) return undefined;
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages['node_modules/lighthouse'].version;
}
