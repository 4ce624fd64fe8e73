import { expect } from '@playwright/test';
import type { StoredPayloads } from './store-xss-payloads.ts';
import { cutTo, linePayloads, namePayloads, payloadAt } from './xss-payload-texts.ts';

/**
 * Expects that the short fields of the same records contain, between them, every payload that they accept, cut to the
 * length of the shortest of them.
 */
export function expectAllPayloadsStored(stored: StoredPayloads): void {
  const { names, signUpNames, makes, models, plates, vins, serviceNames, skills } = stored;
  const fields: readonly (readonly [string, readonly string[], readonly string[], number])[] = [
    ['names', names, namePayloads, 60],
    ['names at sign-up', signUpNames, namePayloads, 60],
    ['makes and models', [...makes, ...models], linePayloads, 60],
    ['plate numbers and VINs', [...plates, ...vins], linePayloads, 15],
    ['names and skills of services', [...serviceNames, ...skills], linePayloads, 40],
  ];
  for (const [field, texts, accepted, maxLength] of fields) {
    const expected = accepted.map((_, index) => payloadAt(index, maxLength, accepted));
    const found = texts.map((text) => cutTo(text, maxLength));
    expect(new Set(found), field).toEqual(new Set(expected));
  }
  expect(new Set(stored.phones).size, 'phone numbers').toBeGreaterThan(90);
}
