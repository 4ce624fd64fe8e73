import { expect, test, vi } from 'vitest';
import { LoadFailure, makeLoader } from './lazy-component.ts';

test('a part is fetched again when it is shown, if preloading failed', async () => {
  const { load, preload, fetches } = loaderOf([new TypeError('lost'), 'the part']);
  await preload();
  expect(await load()).toBe('the part');
  expect(fetches()).toBe(2);
});

test.each([true, false])('a part that fails twice needs a reload if online: %s', async (onLine) => {
  vi.stubGlobal('navigator', { onLine });
  const { load } = loaderOf([new TypeError('gone'), new TypeError('gone')]);
  const first = await failureOf(load());
  expect(first.needsReload).toBe(false);
  first.forget();
  expect((await failureOf(load())).needsReload).toBe(onLine);
  vi.unstubAllGlobals();
});

async function failureOf(loading: Promise<unknown>): Promise<LoadFailure> {
  const failure = await loading.catch((error: unknown) => error);
  if (!(failure instanceof LoadFailure)) throw new Error('It was loaded.');
  return failure;
}

function loaderOf(answers: readonly unknown[]) {
  let fetches = 0;
  const loader = makeLoader(async () => {
    const answer = answers[fetches++];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { ...loader, fetches: () => fetches };
}
