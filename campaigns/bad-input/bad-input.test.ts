import * as builders from '@curbwrench/testing/builders';
import * as contents from '@curbwrench/testing/database-contents';
import { startApp } from '@curbwrench/testing/start-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendBadRequests } from './send-bad-requests.ts';
import { createServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

/* A short run of the bad-input campaign, without the memory-growth check. */

let site: ServerUnderTest;

beforeAll(async () => {
  const clientLimits = { headersMs: 1_000, requestMs: 1_500, checkMs: 250 };
  const app = await startApp({ listen: true, trustedProxies: ['127.0.0.1'], clientLimits });
  site = createServerUnderTest(app, { builders, contents });
});
afterAll(() => site.stop());

test('every bad request is rejected with a readable message, changes nothing and blocks no other client @interface.bad-input', async () => {
  const options = { runs: 400, seed: 20_260_303, timeoutMs: 30_000, stalledClients: 5 };
  const { problems, sent, statuses } = await sendBadRequests(site, options);
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(options.runs);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
});
