/**
 * `npm run screenshots` takes screenshots of every screen for every role, in both themes and at phone, tablet
 * and desktop size, and stores them in `screenshots/`; see CONTRIBUTING.md.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { root, run, toolPath } from './project.mjs';

await prepare(['server', 'testing', 'web']);
const filters = process.argv.slice(2);
if (filters.length === 0) rmSync(join(root, 'screenshots'), { recursive: true, force: true });
const { ok } = await run(
  [
    process.execPath,
    toolPath('@playwright/test', 'playwright', 'e2e'),
    'test',
    '--config=screenshots/playwright.config.ts',
    '--reporter=list',
  ],
  {
    cwd: join(root, 'e2e'),
    env: { SCREENS: filters.join(' ') },
    show: true,
    minutes: 60,
  },
);
process.exit(ok ? 0 : 1);
