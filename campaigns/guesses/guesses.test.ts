import { createTestDatabase, reopen } from '@curbwrench/testing/database';
import { startApp } from '@curbwrench/testing/start-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAttackedSite, type AttackedSite } from '../attacked-site.ts';
import { guessTargets } from './guess-everything.ts';

let site: AttackedSite;

beforeAll(async () => {
  site = await startAttackedSite({ startApp, createTestDatabase, reopen });
});
afterAll(() => site.stop());

test.each(guessTargets)(
  'guessing %s reveals nothing and gets no more tries than allowed',
  async (_name, guess) => {
    expect(await guess(site)).toEqual([]);
  },
);

test('no token, code or address that was sent or guessed is in the log', () => {
  expect(site.findSecretsInLog()).toEqual([]);
});
