/** Installs rarely used tools. Each tool has a folder outside the workspaces, with a separate lockfile. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, root, run } from './project.mjs';

/**
 * Installs the packages in the folder's lockfile unless they are already installed. Exits with a message if npm fails.
 *
 * @param {string} name the folder
 * @param {string} mainPackage the package whose version shows whether the folder is up to date
 */
export async function installTool(name, mainPackage) {
  const folder = join(root, name);
  const versionIn = (lockfile) => {
    if (!existsSync(lockfile)) return undefined;
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages[`node_modules/${mainPackage}`]
      .version;
  };
  const expected = versionIn(join(folder, 'package-lock.json'));
  if (versionIn(join(folder, 'node_modules/.package-lock.json')) === expected) return;
  console.log(`Installing ${mainPackage} (only once; takes about half a minute) ...`);
  // Peer packages such as Vitest come from the project: with a second copy of Vitest, no tests would be found.
  const args = ['ci', '--omit=peer', '--no-audit', '--no-fund'];
  const { ok, output } = await run([...npmCommand(), ...args], { cwd: folder });
  if (ok) return;
  console.error(`${output}\nnpm could not install ${mainPackage}.`);
  process.exit(1);
}
