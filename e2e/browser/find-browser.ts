import { chromium } from '@playwright/test';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackChromium } from './unpack-chromium.ts';

/** A browser to start, with the environment variables that its process needs. */
export type Browser = {
  from: 'CHROME_PATH' | 'playwright' | 'system' | 'package';
  executablePath: string;
  env: Record<string, string>;
};

/**
 * Returns the first browser found: the one in `CHROME_PATH`, Playwright's own, the system's, or the one in
 * an npm package. `BROWSER_FROM` allows only one of these sources.
 * @throws if there is none
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): Browser {
  const onlySource = env['BROWSER_FROM'];
  for (const source of [
    findConfiguredBrowser,
    findPlaywrightBrowser,
    findInstalledBrowser,
    findPackagedBrowser,
  ]) {
    const browser = source(env);
    const isAllowed = onlySource === undefined || browser?.from === onlySource;
    if (browser !== undefined && isAllowed) return browser;
  }
  throw new Error(
    'No browser was found: set CHROME_PATH to a Chrome or Chromium, or run ' +
      '"npx playwright install chromium".',
  );
}

/**
 * Returns the browser for the browser tests: the one in `CHROME_PATH`, or else the one in the npm package if it runs
 * on this machine. The package has a headless shell, which opens no windows. In a full browser, the window of each new
 * context takes longer to open than a page takes to load.
 * @throws if there is none
 */
export function findTestBrowser(env: NodeJS.ProcessEnv = process.env): Browser {
  const isChosen = env['CHROME_PATH'] || env['BROWSER_FROM'];
  return (isChosen ? undefined : findPackagedBrowser()) ?? findBrowser(env);
}

function findConfiguredBrowser(env: NodeJS.ProcessEnv): Browser | undefined {
  const executablePath = env['CHROME_PATH'];
  if (!executablePath) return undefined;
  if (!isExecutable(executablePath)) {
    throw new Error(`CHROME_PATH is ${executablePath}, which cannot be run.`);
  }
  return { from: 'CHROME_PATH', executablePath, env: {} };
}

function findPlaywrightBrowser(): Browser | undefined {
  const executablePath = chromium.executablePath();
  if (!existsSync(executablePath)) return undefined;
  return { from: 'playwright', executablePath, env: {} };
}

function findInstalledBrowser(env: NodeJS.ProcessEnv): Browser | undefined {
  const executablePath = systemPaths(env).find(isExecutable);
  if (executablePath === undefined) return undefined;
  return { from: 'system', executablePath, env: {} };
}

function systemPaths(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return folders
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe'));
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function findPackagedBrowser(): Browser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  return { from: 'package', ...unpackChromium() };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
