import * as builders from '@curbwrench/testing/builders';
import * as contents from '@curbwrench/testing/contents';
import { startApp } from '@curbwrench/testing/start-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bombard } from './bombard.ts';
import { siteOf, type Site } from './site.ts';

/* The bad-input campaign, shortened; only the long one measures memory. */

let site: Site;

beforeAll(async () => {
  const clientLimits = { headersMs: 1_000, requestMs: 1_500, checkMs: 250 };
  const app = await startApp({ listen: true, trustedProxies: ['127.0.0.1'], clientLimits });
  site = siteOf(app, { builders, contents });
});
afterAll(() => site.stop());

test('every bad request is refused with a sentence, changes nothing and blocks no other client @interface.bad-input', async () => {
  const plan = { runs: 400, seed: 20_260_303, patienceMs: 30_000, stalls: 5 };
  const { problems, sent, statuses } = await bombard(site, plan);
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(plan.runs);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404]));
});
