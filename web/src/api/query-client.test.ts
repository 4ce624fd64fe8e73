import { expect, test } from 'vitest';
import { makeQueryClient } from './query-client.ts';

test('nothing is refetched on focus or retried @screens.reads', async () => {
  const client = makeQueryClient();
  expect(client.getDefaultOptions()).toMatchObject({
    queries: {
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Infinity,
      retry: false,
    },
    mutations: { retry: false },
  });
  let fetchCount = 0;
  const failingRead = async () => {
    fetchCount += 1;
    throw new Error('Network error.');
  };
  await expect(client.query({ queryKey: ['service'], queryFn: failingRead })).rejects.toThrow();
  expect(fetchCount).toBe(1);
  client.clear();
});
