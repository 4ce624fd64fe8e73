import { expect, test } from 'vitest';
import type { Exchange } from './http-exchange.ts';
import { BaselineTiming } from './baseline-timing.ts';

function exchangeWith(status: number, startedAt: number, endedAt: number): Exchange {
  const rest = { contentType: '', body: '', closes: false, sentAt: startedAt };
  return { kind: 'complete', status, startedAt, endedAt, ...rest };
}

test('the baseline includes only requests that succeeded and started in a period without faults', () => {
  const baseline = new BaselineTiming();
  baseline.record(exchangeWith(201, 0, 5000));
  expect(baseline.longestMs).toBe(0);
  baseline.start(100);
  baseline.record(exchangeWith(201, 99, 5000));
  baseline.record(exchangeWith(503, 110, 5000));
  baseline.record(exchangeWith(201, 110, 140));
  baseline.record(exchangeWith(200, 120, 130));
  expect(baseline.longestMs).toBe(30);
  baseline.stop();
  baseline.record(exchangeWith(201, 150, 5000));
  expect(baseline.longestMs).toBe(30);
});
