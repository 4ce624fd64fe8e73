import { expect, test } from 'vitest';
import type { Exchange } from './http-exchange.ts';
import { OrdinaryPace } from './ordinary-pace.ts';

function answered(status: number, startedAt: number, endedAt: number): Exchange {
  const rest = { contentType: '', body: '', closes: false, sentAt: startedAt };
  return { kind: 'answered', status, startedAt, endedAt, ...rest };
}

test('the pace counts only requests that began and succeeded while nothing was broken', () => {
  const pace = new OrdinaryPace();
  pace.note(answered(201, 0, 5000));
  expect(pace.longestMs).toBe(0);
  pace.begins(100);
  pace.note(answered(201, 99, 5000));
  pace.note(answered(503, 110, 5000));
  pace.note(answered(201, 110, 140));
  pace.note(answered(200, 120, 130));
  expect(pace.longestMs).toBe(30);
  pace.ends();
  pace.note(answered(201, 150, 5000));
  expect(pace.longestMs).toBe(30);
});
