import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import {
  invalidateAndRefetch,
  invalidatePositions,
  refetchSoon,
  setLocallyUpdatedQuery,
} from './live-queries.ts';
import { makeQueryClient } from './query-client.ts';

const queryKey = ['notification', 'unread'];

/** Builds a query whose reads the test resolves. */
function buildQuery() {
  const client = makeQueryClient();
  const resolvers: ((value: string) => void)[] = [];
  const query = client.getQueryCache().build(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => resolvers.push(resolve)),
  });
  const resolveRead = async (index: number, value: string) => {
    resolvers[index]?.(value);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { client, query, resolvers, resolveRead };
}

test('changes during the first read of a query cause exactly one more read afterward', async () => {
  const { client, query, resolvers, resolveRead } = buildQuery();
  void query.fetch();
  invalidateAndRefetch(client, { queryKey });
  invalidateAndRefetch(client, { queryKey });
  await resolveRead(0, 'before the changes');
  expect(query.state.data).toBe('before the changes');
  expect(query.state.isInvalidated).toBe(true);
  void query.fetch();
  await resolveRead(1, 'after the changes');
  expect(query.state).toMatchObject({ data: 'after the changes', isInvalidated: false });
  expect(resolvers).toHaveLength(2);
});

test('a change does not invalidate other queries', async () => {
  const { client, query, resolveRead } = buildQuery();
  void query.fetch();
  invalidateAndRefetch(client, { queryKey: ['appointment'] });
  await resolveRead(0, 'unchanged');
  expect(query.state.isInvalidated).toBe(false);
});

test('a new position invalidates all queries with positions, except the query that this tab updates itself', () => {
  const client = makeQueryClient();
  const keys = [
    ['mechanic', 'list'],
    ['mechanic', 'one', 'me'],
    ['appointment', 'tracking', 7],
  ];
  const listInvalidatedKeys = () => {
    for (const key of keys) client.setQueryData(key, 'read');
    invalidatePositions(client);
    return keys.filter((key) => client.getQueryState(key)?.isInvalidated);
  };
  expect(listInvalidatedKeys()).toEqual(keys);
  setLocallyUpdatedQuery(['mechanic', 'one', 'me']);
  expect(listInvalidatedKeys()).toEqual([keys[0], keys[2]]);
  setLocallyUpdatedQuery(null);
  expect(listInvalidatedKeys()).toEqual(keys);
});

test('simultaneous changes cause one read of each affected query, and no other reads', async () => {
  vi.useFakeTimers();
  try {
    const client = makeQueryClient();
    const reads: string[] = [];
    for (const name of ['board', 'counts', 'services']) {
      new QueryObserver(client, {
        queryKey: name === 'services' ? ['service'] : ['appointment', name],
        queryFn: () => reads.push(name),
        initialData: 0,
      }).subscribe(() => {});
    }
    refetchSoon(client, 'appointment');
    refetchSoon(client, 'mechanic');
    refetchSoon(client, 'appointment');
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toEqual(['board', 'counts']);
    refetchSoon(client, 'appointment');
    await vi.advanceTimersByTimeAsync(1000);
    expect(reads).toEqual(['board', 'counts', 'board', 'counts']);
  } finally {
    vi.useRealTimers();
  }
});
