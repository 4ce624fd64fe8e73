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

  it('loads the page anew where the server answers but has it no more, once for a failure', async () => {
    const reloads: string[] = [];
    const ports: LoadPorts = {
      isServerThere: () => Promise.resolve(true),
      reloadOnce: (failure) => !reloads.includes(failure) && reloads.push(failure) > 0,
    };
    const gone = loaderOf([new TypeError('gone')], ports);
    void gone.load();
    await expect.poll(() => reloads).toEqual(['TypeError: gone']);
    const stillGone = loaderOf([new TypeError('gone')], ports);
    await expect(stillGone.load()).rejects.toBeInstanceOf(LoadFailure);
  });
});

const serverIsAway: LoadPorts = {
  isServerThere: () => Promise.resolve(false),
  reloadOnce: () => true,
};

function loaderOf(answers: readonly unknown[], ports = serverIsAway) {
  let fetches = 0;
  const load = makeLoader(() => {
    const answer = answers[fetches++];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }, ports);
  return { load, fetches: () => fetches };
}
