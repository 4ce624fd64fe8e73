import { expect, test } from 'vitest';
import { readAgain } from './live-queries.ts';
import { makeQueryClient } from './query-client.ts';

const queryKey = ['notification', 'unread'];

/** A query that is shown, and its answers, given by the test. */
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

test('a change during the first reading has it repeated once it has ended', async () => {
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

test('what was not touched by the change is left alone', async () => {
  const { client, query, settle } = shown();
  void query.fetch();
  readAgain(client, { queryKey: ['appointment'] });
  await settle(0, 'as it is');
  expect(query.state.isInvalidated).toBe(false);
});
