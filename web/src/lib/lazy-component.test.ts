import { describe, expect, it } from 'vitest';
import { forgetFailure, LoadFailure, makeLoader, type LoadPorts } from './lazy-component.ts';

describe('a part that is fetched when it is first shown', () => {
  it('is fetched once', async () => {
    const { load, fetches } = loaderOf(['the part']);
    expect(await load()).toBe('the part');
    expect(await load()).toBe('the part');
    expect(fetches()).toBe(1);
  });

  it('stays failed until the failure is forgotten, then it is fetched again', async () => {
    const { load, fetches } = loaderOf([new TypeError('lost'), 'the part']);
    const failure = await load().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LoadFailure);
    await expect(load()).rejects.toBe(failure);
    expect(fetches()).toBe(1);
    forgetFailure(failure);
    expect(await load()).toBe('the part');
  });

  it('is asked for anew when it is shown, where fetching it ahead failed', async () => {
    const { load, preload, fetches } = loaderOf([new TypeError('lost'), 'the part']);
    await preload();
    expect(await load()).toBe('the part');
    expect(fetches()).toBe(2);
  });

  it('leaves the page alone, and needs a new one where the server answers without it', async () => {
    const { ports, reloads } = serverIsThere();
    const { load } = loaderOf([new TypeError('gone'), new TypeError('gone')], { ports });
    const first = await load().catch((error: unknown) => error);
    expect(first).toMatchObject({ needsReload: false });
    forgetFailure(first);
    await expect(load()).rejects.toMatchObject({ needsReload: true });
    expect(reloads).toEqual([]);
  });

  it('never needs a new page while the server is away', async () => {
    const { load } = loaderOf([new TypeError('lost'), new TypeError('lost')]);
    forgetFailure(await load().catch((error: unknown) => error));
    await expect(load()).rejects.toMatchObject({ needsReload: false });
  });
});

describe('a page that is fetched when it is first shown', () => {
  it('is loaded anew where the server answers but has it no more, once for a failure', async () => {
    const { ports, reloads } = serverIsThere();
    const gone = loaderOf([new TypeError('gone')], { isPage: true, ports });
    void gone.load();
    await expect.poll(() => reloads).toEqual(['TypeError: gone']);
    const stillGone = loaderOf([new TypeError('gone')], { isPage: true, ports });
    await expect(stillGone.load()).rejects.toBeInstanceOf(LoadFailure);
  });

  it('takes nobody from the page they are on by being fetched ahead', async () => {
    const { ports, reloads } = serverIsThere();
    await loaderOf([new TypeError('gone')], { isPage: true, ports }).preload();
    expect(reloads).toEqual([]);
  });
});

const serverIsAway: LoadPorts = {
  isServerThere: () => Promise.resolve(false),
  reloadOnce: () => true,
};

function serverIsThere() {
  const reloads: string[] = [];
  const ports: LoadPorts = {
    isServerThere: () => Promise.resolve(true),
    reloadOnce: (failure) => !reloads.includes(failure) && reloads.push(failure) > 0,
  };
  return { ports, reloads };
}

function loaderOf(
  answers: readonly unknown[],
  { isPage = false, ports = serverIsAway }: { isPage?: boolean; ports?: LoadPorts } = {},
) {
  let fetches = 0;
  const loader = makeLoader(
    () => {
      const answer = answers[fetches++];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    isPage,
    ports,
  );
  return { ...loader, fetches: () => fetches };
}
