import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenderedAt } from '../ui/rendered-at.ts';
import { DayLabel } from './day-label.tsx';
import { businessQuery, unknownBusiness } from './queries.ts';

/** Returns the label that Mar 03, 2026 has at a given instant, for a business in a given time zone. */
function labelAt(instant: string, timeZone: string): string {
  const client = new QueryClient();
  client.setQueryData(businessQuery.queryKey, {
    ...unknownBusiness,
    timeZone,
    now: '2026-03-03T20:00:00Z',
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RenderedAt value={Date.parse(instant)}>
        <DayLabel date="2026-03-03" />
      </RenderedAt>
    </QueryClientProvider>,
  );
}

test("which day counts as today depends on the business's time zone @screens.days", () => {
  const lateEvening = '2026-03-04T05:30:00Z';
  expect(labelAt(lateEvening, 'America/Los_Angeles')).toBe('Today, Mar 03, 2026');
  expect(labelAt(lateEvening, 'America/New_York')).toBe('Yesterday, Mar 03, 2026');
  expect(labelAt('2026-03-02T20:00:00Z', 'America/New_York')).toBe('Tomorrow, Mar 03, 2026');
  expect(labelAt('2026-03-02T20:00:00Z', 'Pacific/Auckland')).toBe('Today, Mar 03, 2026');
  expect(labelAt('2026-03-10T20:00:00Z', 'Pacific/Auckland')).toBe('Tue, Mar 03, 2026');
});
