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
  let asked = 0;
  const failing = async () => {
    asked += 1;
    throw new Error('Out of reach.');
  };
  await expect(client.query({ queryKey: ['service'], queryFn: failing })).rejects.toThrow();
  expect(asked).toBe(1);
  client.clear();
});
