/**
 * `npm run campaign -- <name>`: compiles the campaigns (stress and fault-injection tests) and runs one; see campaigns/README.md.
 */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { root, run, toolPath } from './project.mjs';

await prepare();
const compiler = toolPath('typescript', 'tsc');
const { ok, output } = await run([process.execPath, compiler, '-b', 'campaigns']);
if (!ok) {
  console.error(output);
  process.exit(1);
}
await import(pathToFileURL(join(root, '.build/campaigns/campaign.js')).href);
