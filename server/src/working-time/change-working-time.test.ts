import { expect, test } from 'vitest';
import { toRemovalResult } from './change-working-time.ts';

test('a removal that would strand an appointment is refused @time-off.remove', () => {
  expect(toRemovalResult({ ok: true, value: { saved: false, stranded: [] } })).toEqual({
    ok: false,
    refusal: { code: 'wrong_status', message: 'This would leave appointments without a mechanic.' },
  });
  expect(toRemovalResult({ ok: true, value: { saved: true, stranded: [] } }).ok).toBe(true);
});
