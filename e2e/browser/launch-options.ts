import { statfsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';
import { findBrowser, findTestBrowser, type Browser } from './find-browser.ts';

/** The options that start the browser of most browser tests. */
export const testBrowserOptions = createLaunchOptions(findTestBrowser());

/**
 * For tests of features that a headless shell lacks, such as notifications, and for measurements:
 * `test.use(inFullBrowser)`. If the machine has no full browser, they run in the shell.
 */
export const inFullBrowser = { launchOptions: createLaunchOptions(findBrowser()) };

function createLaunchOptions({ executablePath, env }: Browser): LaunchOptions {
  const isRoot = process.getuid?.() === 0;
  return {
    executablePath,
    // Chromium refuses to run its sandbox as root.
    chromiumSandbox: !isRoot,
    // Playwright makes Chromium share memory through files on disk, since containers often have too little in /dev/shm.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    env: { ...omitUndefined(process.env), ...env },
  };
}

/** Returns whether /dev/shm has room for the browsers of all workers: at least 2 GB. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= 2 * 1024 ** 3;
  } catch {
    return false;
  }
}

function omitUndefined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
