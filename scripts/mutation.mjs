/**
 * `npm run mutation [-- --mutate server/src/...]`: changes the pure rules and the contract in small ways, and reports
 * the changes that no unit test catches. It is not part of `npm test`, since it takes a long time.
 */
import { prepare } from './prepare.mjs';
import { run, toolPath } from './project.mjs';
import { installTool } from './tool-folder.mjs';

await prepare();
await installTool('mutation', '@stryker-mutator/core');
const stryker = toolPath('@stryker-mutator/core', 'stryker', 'mutation');
const args = ['run', 'mutation/stryker.config.mjs', ...process.argv.slice(2)];
const { ok } = await run([process.execPath, stryker, ...args], { show: true, minutes: 240 });
if (!ok) process.exitCode = 1;
