import { expect, test } from 'vitest';
import { readAgain } from './live-queries.ts';
import { makeQueryClient } from './query-client.ts';

const queryKey = ['notification', 'unread'];

/** Returns a query that is shown; the test gives its answers. */
function shown() {
  const client = makeQueryClient();
  const answers: ((value: string) => void)[] = [];
  const query = client.getQueryCache().build(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const settle = async (index: number, value: string) => {
    answers[index]?.(value);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { client, query, answers, settle };
}

test('a change during the first read repeats it once it has finished', async () => {
  const { client, query, answers, settle } = shown();
  void query.fetch();
  readAgain(client, { queryKey });
  readAgain(client, { queryKey });
  await settle(0, 'before the change');
  expect(query.state.data).toBe('before the change');
  expect(query.state.isInvalidated).toBe(true);
  void query.fetch();
  await settle(1, 'after it');
  expect(query.state).toMatchObject({ data: 'after it', isInvalidated: false });
  expect(answers).toHaveLength(2);
});

test('a query the change does not concern stays valid', async () => {
  const { client, query, settle } = shown();
  void query.fetch();
  readAgain(client, { queryKey: ['appointment'] });
  await settle(0, 'as it is');
  expect(query.state.isInvalidated).toBe(false);
});
