import { expect, test, vi } from 'vitest';
import { LoadFailure, makeLoader } from './lazy-component.ts';

test('after preloading a chunk fails, the chunk is fetched again when it is needed', async () => {
  const { load, preload, getFetchCount } = makeCountingLoader([new TypeError('lost'), 'the chunk']);
  await preload();
  expect(await load()).toBe('the chunk');
  expect(getFetchCount()).toBe(2);
});

test.each([true, false])(
  'a chunk that fails to load twice needs a page reload only if the browser is online (online: %s)',
  async (onLine) => {
    vi.stubGlobal('navigator', { onLine });
    const { load } = makeCountingLoader([new TypeError('gone'), new TypeError('gone')]);
    const firstFailure = await getFailure(load());
    expect(firstFailure.needsReload).toBe(false);
    firstFailure.reset();
    expect((await getFailure(load())).needsReload).toBe(onLine);
    vi.unstubAllGlobals();
  },
);

async function getFailure(loading: Promise<unknown>): Promise<LoadFailure> {
  const failure = await loading.catch((error: unknown) => error);
  if (!(failure instanceof LoadFailure)) throw new Error('The chunk was loaded.');
  return failure;
}

function makeCountingLoader(results: readonly unknown[]) {
  let fetchCount = 0;
  const loader = makeLoader(async () => {
    const result = results[fetchCount++];
    if (result instanceof Error) throw result;
    return result;
  });
  return { ...loader, getFetchCount: () => fetchCount };
}
