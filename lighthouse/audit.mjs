/** The audit that `npm run lighthouse` runs after installing and building; see scripts/lighthouse.mjs. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Launcher } from 'chrome-launcher';
import lighthouse, { generateReport } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const root = process.cwd();
const outputFolder = join(root, '.build/lighthouse');

/**
 * The pages to audit, each with the demo account that opens it (null for a visitor) and a minimum performance score.
 */
const pages = [
  { name: 'landing', path: '/', account: null, performance: 97 },
  { name: 'dashboard', path: '/', account: 'customer', performance: 90 },
  { name: 'booking', path: '/book-service', account: 'customer', performance: 90 },
  { name: 'appointments', path: '/appointments', account: 'customer', performance: 90 },
];
const categories = [
  { id: 'performance', label: 'performance' },
  { id: 'accessibility', label: 'accessibility', minimum: 100 },
  { id: 'best-practices', label: 'best practices', minimum: 100 },
];

/**
 * Audits each page of the demo, on an emulated phone with simulated throttling.
 *
 * @param {{ runs: number, names: string[] }} options runs per page, and the names of the pages to audit (all if empty)
 * @returns {Promise<boolean>} whether every page reached its target
 */
export async function audit({ runs, names }) {
  mkdirSync(outputFolder, { recursive: true });
  const dataFolder = mkdtempSync(join(tmpdir(), 'curbwrench-lighthouse-'));
  const port = await findFreePort();
  const server = startServer(port, dataFolder);
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROME_PATH || Launcher.getFirstInstallation(),
    // Chromium refuses to run its sandbox as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const url = `http://localhost:${port}`;
    await waitUntilReady(url, server);
    console.log(`Machine load: ${loadavg()[0].toFixed(1)}. A busy machine slows pages down.`);
    let areAllTargetsReached = true;
    for (const page of pages) {
      if (names.length > 0 && !names.includes(page.name)) continue;
      areAllTargetsReached = (await auditPage(browser, url, page, runs)) && areAllTargetsReached;
    }
    return areAllTargetsReached;
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function auditPage(browser, url, { name, path, account, performance }, runs) {
  const results = [];
  let failedRuns = 0;
  while (results.length < runs) {
    // A separate context, so that nothing remains from the previous run.
    const context = await browser.createBrowserContext();
    const tab = await context.newPage();
    if (account !== null) await context.setCookie(await createSessionCookie(url, account));
    const result = await lighthouse(
      url + path,
      { onlyCategories: categories.map(({ id }) => id), logLevel: 'error' },
      undefined,
      tab,
    );
    await context.close();
    const { runtimeError } = result.lhr;
    if (runtimeError === undefined) {
      results.push(result.lhr);
      continue;
    }
    // Lighthouse occasionally loses its trace, so a failed run is retried.
    failedRuns += 1;
    console.log(`${name}: a run failed (${runtimeError.code}).`);
    if (failedRuns > runs) throw new Error(`${name}: ${runtimeError.message}`);
  }
  const scores = categories.map(({ id, label, minimum = performance }) => {
    const scoresByRun = results.map((result) =>
      Math.round((result.categories[id].score ?? 0) * 100),
    );
    return { label, minimum, score: median(scoresByRun), scoresByRun };
  });
  console.log(
    `${name.padEnd(13)}${scores.map(({ label, score, scoresByRun }) => `${label} ${score} (${scoresByRun.join(', ')})`).join('  ')}`,
  );
  const medianScore = median(results.map((result) => result.categories.performance.score ?? 0));
  const medianResult = results.find(
    (result) => (result.categories.performance.score ?? 0) === medianScore,
  );
  writeFileSync(join(outputFolder, `${name}.html`), generateReport(medianResult, 'html'));
  for (const line of findDeductions(medianResult)) console.log(`             - ${line}`);
  return scores.every(({ score, minimum }) => score >= minimum);
}

/** Returns a line for each audit that lowers a page's score, with the elements or URLs that cause it. */
function findDeductions({ categories: scoredCategories, audits }) {
  const ids = new Set(
    Object.values(scoredCategories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  );
  return [...ids].flatMap((id) => {
    const { score, title, displayValue = '', details } = audits[id];
    // Lighthouse counts a score of 0.9 or more as passed.
    if (score === null || score >= 0.9) return [];
    const where = (details?.items ?? []).flatMap(({ node, url, source }) =>
      [node?.selector ?? url ?? source].filter(Boolean),
    );
    return [`${id}: ${title} ${displayValue} ${where.slice(0, 5).join(' | ')}`.trim()];
  });
}

function startServer(port, dataFolder) {
  const { DATABASE_URL: _, ...env } = process.env;
  return spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    env: { ...env, DEMO: 'on', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Waits until the demo is created and the server responds. */
async function waitUntilReady(url, server) {
  for (;;) {
    if (server.exitCode !== null) throw new Error('The server did not start.');
    try {
      const { ok } = await fetch(`${url}/api/business`);
      if (ok) return;
    } catch {
      // The server does not accept connections yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function createSessionCookie(url, account) {
  const response = await fetch(`${url}/api/demo/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ account }),
  });
  if (!response.ok) throw new Error(`The demo responded with ${response.status}.`);
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(response.headers.getSetCookie()[0]);
  return { name, value, domain: 'localhost', path: '/', httpOnly: true };
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
