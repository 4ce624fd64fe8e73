import { createTestDatabase, reopen } from '@curbwrench/testing/database';
import { startApp } from '@curbwrench/testing/start-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAttackedSite, type AttackedSite } from '../attacked-site.ts';
import { floods } from './flood.ts';
import { prepareOthers, type Others } from './serve-others.ts';

let site: AttackedSite;
let others: Others;

beforeAll(async () => {
  site = await startAttackedSite({ startApp, createTestDatabase, reopen });
  others = await prepareOthers(site);
});
afterAll(() => site.stop());

test.each(floods)(
  'a flood of %s exceeds no limit, books nothing twice, and leaves the site usable for others',
  async (_name, flood) => {
    expect(await flood(site, { size: 1, others })).toEqual([]);
  },
);

test('no address, phone number, name or code of a visitor is in the log', () => {
  expect(site.findSecretsInLog()).toEqual([]);
});
