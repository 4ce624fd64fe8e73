import { expect } from '@playwright/test';
import type { StoredPayloads } from './store-xss-payloads.ts';
import { linePayloads, namePayloads, payloadAt } from './xss-payload-texts.ts';

/** Expects that each short field contains every payload that it accepts, cut to the field's length. */
export function expectAllPayloadsStored(stored: StoredPayloads): void {
  const fields: readonly (readonly [string, readonly string[], number])[] = [
    ['first name', stored.names.filter((_, index) => index % 2 === 0), 60],
    ['last name', stored.names.filter((_, index) => index % 2 === 1), 60],
    ['phone', stored.phones, 40],
    ['make', stored.makes, 60],
    ['model', stored.models, 60],
    ['plate number', stored.plates, 15],
    ['VIN', stored.vins, 17],
    ['name of a service', stored.serviceNames, 100],
    ['skill', stored.skills, 40],
    ['name at sign-up', stored.signUpNames, 60],
  ];
  for (const [field, texts, maxLength] of fields) {
    const accepted =
      field.includes('name') && field !== 'name of a service' ? namePayloads : linePayloads;
    const expected = accepted.map((_, index) => payloadAt(index, maxLength, accepted));
    expect(new Set(texts), field).toEqual(new Set(expected));
  }
}
