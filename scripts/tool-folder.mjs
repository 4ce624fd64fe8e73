/** Tools that few need: each in a folder outside the workspaces with a lockfile of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, root, run } from './project.mjs';

/**
 * Installs what the folder's lockfile says, unless that is there. Ends the process when npm cannot.
 *
 * @param {string} name the folder
 * @param {string} mainPackage whose version says whether it is up to date
 */
export async function installTool(name, mainPackage) {
  const folder = join(root, name);
  const versionIn = (lockfile) => {
    if (!existsSync(lockfile)) return undefined;
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages[`node_modules/${mainPackage}`]
      .version;
  };
  const wanted = versionIn(join(folder, 'package-lock.json'));
  if (versionIn(join(folder, 'node_modules/.package-lock.json')) === wanted) return;
  console.log(`Installing ${mainPackage} (once; half a minute or so) ...`);
  // Vitest is the project's: a second copy would not find the tests of the first.
  const words = ['ci', '--omit=peer', '--no-audit', '--no-fund'];
  const { ok, output } = await run([...npmCommand(), ...words], { cwd: folder });
  if (ok) return;
  console.error(`${output}\nnpm could not install ${mainPackage}.`);
  process.exit(1);
}
