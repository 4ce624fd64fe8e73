/** `npm run bench`: compiles the benchmarks and runs them; see bench/README.md for its options. */
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { root, run, toolPath } from './project.mjs';

await prepare();
const { ok, output } = await run([process.execPath, toolPath('typescript', 'tsc'), '-b', 'bench']);
if (!ok) {
  console.error(output);
  process.exit(1);
}
await import(pathToFileURL(join(root, '.build/bench/bench.js')).href);
