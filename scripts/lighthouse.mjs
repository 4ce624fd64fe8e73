/**
 * `npm run lighthouse [-- --runs=1] [-- landing booking ...]`: audits four pages of the demo, or only these, with
 * Lighthouse (emulated phone, simulated throttling), and prints the median of three runs. It is not part of `npm test`,
 * since other load on the machine changes the results. The first run installs Lighthouse's 200 packages (185 MB)
 * in a folder outside the workspaces.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { prepare } from './prepare.mjs';
import { root } from './project.mjs';
import { installTool } from './tool-folder.mjs';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});

await prepare();
await installTool('lighthouse', 'lighthouse');
const { audit } = await import(pathToFileURL(join(root, 'lighthouse/audit.mjs')).href);
if (!(await audit({ runs: Number(values.runs), names: positionals }))) process.exitCode = 1;
