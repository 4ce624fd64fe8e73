import { expect, test } from 'vitest';
import { invalidateAndRefetch, invalidatePositions, setReportedQuery } from './live-queries.ts';
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

test('a change during the first read repeats it once it has finished', async () => {
  const { client, query, resolvers, resolveRead } = buildQuery();
  void query.fetch();
  invalidateAndRefetch(client, { queryKey });
  invalidateAndRefetch(client, { queryKey });
  await resolveRead(0, 'before the change');
  expect(query.state.data).toBe('before the change');
  expect(query.state.isInvalidated).toBe(true);
  void query.fetch();
  await resolveRead(1, 'after it');
  expect(query.state).toMatchObject({ data: 'after it', isInvalidated: false });
  expect(resolvers).toHaveLength(2);
});

test('a query the change does not concern stays valid', async () => {
  const { client, query, resolveRead } = buildQuery();
  void query.fetch();
  invalidateAndRefetch(client, { queryKey: ['appointment'] });
  await resolveRead(0, 'as it is');
  expect(query.state.isInvalidated).toBe(false);
});

test('a new position repeats all that shows positions, but not what this tab has from its own reports', () => {
  const client = makeQueryClient();
  const keys = [
    ['mechanic', 'list'],
    ['mechanic', 'one', 'me'],
    ['appointment', 'tracking', 7],
  ];
  const listRepeated = () => {
    for (const key of keys) client.setQueryData(key, 'read');
    invalidatePositions(client);
    return keys.filter((key) => client.getQueryState(key)?.isInvalidated);
  };
  expect(listRepeated()).toEqual(keys);
  setReportedQuery(['mechanic', 'one', 'me']);
  expect(listRepeated()).toEqual([keys[0], keys[2]]);
  setReportedQuery(null);
  expect(listRepeated()).toEqual(keys);
});
