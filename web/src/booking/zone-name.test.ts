import { expect, test } from 'vitest';
import { zoneNameFor } from './zone-name.ts';

test('names the zone to a reader whose clocks are elsewhere', () => {
  expect(zoneNameFor('America/Los_Angeles', 'Europe/Berlin')).toBe('Pacific Time');
});

test('says nothing to a reader in the same zone, by whatever name', () => {
  expect(zoneNameFor('America/Los_Angeles', 'America/Los_Angeles')).toBeNull();
  expect(zoneNameFor('Europe/Paris', 'Europe/Berlin')).toBeNull();
});
