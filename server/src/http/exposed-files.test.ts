import { request as sendHttpRequest } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

/* Requests without a session for files that are often deployed by mistake with a web application (ASVS 5.0 13.4). */

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'curbwrench-outside-'));
  const webFolder = join(folder, 'dist');
  for (const path of ['dist/assets', '.git', 'dist/.git']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  writeWebFolder(webFolder);
  writeFileSync(join(webFolder, 'assets', 'main-1.js'), '1;');
  for (const path of ['.env', '.git/config', 'package.json', 'dist/.git/config', 'dist/.env']) {
    writeFileSync(join(folder, path), 'not for visitors');
  }
  app = await startApp({ webFolder, listen: true });
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

/** Sends the path unchanged; `fetch` would normalize it first. */
function requestRawPath(method: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const headers = { cookie: 'a=a-session-cookie' };
    const rawRequest = sendHttpRequest({ hostname, port, method, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    rawRequest.on('error', reject).end();
  });
}

test('files outside the web folder and hidden files cannot be read @protection.files', async () => {
  expect((await requestRawPath('GET', '/assets/main-1.js')).body).toBe('1;');
  const traversals = [
    '/..',
    '/assets/../..',
    '/%2e%2e',
    '/assets/%2e%2e/%2e%2e',
    '/assets/..%2f..',
  ];
  const paths = ['/.env', '/.git/config', '/package.json'];
  for (const path of paths.flatMap((one) => [one, ...traversals.map((up) => `${up}${one}`)])) {
    const { body } = await requestRawPath('GET', path);
    expect([path, body]).toEqual([path, expect.not.stringContaining('not for visitors')]);
  }
  for (const path of ['/assets', '/assets/', '/assets/.', '/']) {
    const { body } = await requestRawPath('GET', path);
    expect([path, body]).toEqual([path, expect.not.stringContaining('main-1')]);
  }
});

test('no response echoes the request @protection.files', async () => {
  for (const path of ['/', '/api/services', '/assets/main-1.js']) {
    const { status, body } = await requestRawPath('TRACE', path);
    expect([path, status]).toEqual([path, 404]);
    expect(body).not.toContain('a-session-cookie');
  }
});
