/** `npm run measure`: measures the day board of a large business in a real browser; see e2e/measurements. */
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { root, run, toolPath } from './project.mjs';

await prepare(['server', 'testing', 'web']);
const { ok } = await run(
  [
    process.execPath,
    toolPath('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=measurements/playwright.config.ts',
    '--reporter=list',
  ],
  { cwd: join(root, 'e2e'), show: true, minutes: 40 },
);
process.exit(ok ? 0 : 1);
