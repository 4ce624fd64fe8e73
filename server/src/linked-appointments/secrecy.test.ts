import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLinkToken, sendByLink } from '@curbwrench/testing/appointment-links';
import { makeAppointment, makePersonWithoutAccount } from '@curbwrench/testing/builders';
import { startApp, type TestApp } from '@curbwrench/testing/start-app';
import { writeWebFolder } from '@curbwrench/testing/web-folder';

let app: TestApp;
let token: string;
const lines: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'web-'));

beforeAll(async () => {
  writeWebFolder(folder);
  app = await startApp({
    webFolder: folder,
    logLevel: 'trace',
    logSink: { write: (line) => lines.push(line) },
  });
  const personId = await makePersonWithoutAccount(app);
  const id = await makeAppointment(app, { date: '2026-03-06', customer_id: personId });
  token = await makeLinkToken(app, id, personId);
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

test("no log line contains a link's token, whether it works or not @appointment-links.no-leaks", async () => {
  await sendByLink(app, 'readByLink', token);
  await sendByLink(app, 'cancelByLink', token);
  await sendByLink(app, 'revokeOwnLink', token);
  await sendByLink(app, 'readByLink', token);
  await sendByLink(app, 'readByLink', `${token}x`);
  expect(lines.join('')).toContain('"endpoint":"readByLink","method":"POST","code":"link_expired"');
  expect(lines.join('')).not.toContain(token);
});

test('search engines do not list the page of a link, and the page sends no referrer @appointment-links.no-leaks', async () => {
  for (const url of ['/appointment-link', '/appointment-link?x=1', '/appointment-link/']) {
    const response = await app.server.inject({ method: 'GET', url });
    expect(response.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
  }
  const other = await app.server.inject({ method: 'GET', url: '/appointment-links' });
  expect(other.headers['x-robots-tag']).toBeUndefined();
  expect(other.headers['referrer-policy']).toBe('same-origin');
});
