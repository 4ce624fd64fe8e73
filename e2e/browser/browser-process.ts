import { chromium, type BrowserContext } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBrowser } from './find-browser.ts';

/** A browser in its own process group, which can be killed abruptly, as when a phone's battery runs out. */
export interface BrowserProcess {
  readonly context: BrowserContext;
  /** The folder with everything that the browser stores. */
  readonly profile: string;
  /** Kills all processes of the browser without any warning. */
  kill(): Promise<void>;
  /** Kills the browser, if it is still running, and deletes the profile. */
  remove(): Promise<void>;
}

/** Starts a browser, by default with a new profile. */
export async function startBrowserProcess(existingProfile?: string): Promise<BrowserProcess> {
  const { executablePath, env } = findBrowser();
  const profile = existingProfile ?? (await mkdtemp(join(tmpdir(), 'browser-profile-')));
  const portFile = join(profile, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const child = spawn(
    executablePath,
    [
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      '--headless=new',
      '--no-first-run',
      '--disable-background-networking',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    { stdio: 'ignore', detached: true, env: { ...process.env, ...env } },
  );
  const exited = once(child, 'exit');
  const port = await readPort(portFile);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window.');

  async function kill(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
    await browser.close();
  }
  return {
    context,
    profile,
    kill,
    async remove() {
      await kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until the browser has written its debugging port to the file. */
async function readPort(file: string): Promise<string> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
    if (port) return port;
    await wait(50);
  }
  throw new Error('The browser did not start.');
}
