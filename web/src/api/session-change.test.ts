import { describe, expect, it } from 'vitest';
import { trackSessionChange, waitForSessionChange } from './session-change.ts';

describe('the session', () => {
  it('is not read while a request is replacing it, even if that request fails', async () => {
    const events: string[] = [];
    let resolve: (result: string) => void = () => {};
    const promise = new Promise<string>((resolvePromise) => {
      resolve = resolvePromise;
    });
    const change = trackSessionChange(promise).then((result) => events.push(result));
    const sessionRead = waitForSessionChange().then(() => events.push('read'));
    await Promise.resolve();
    expect(events).toEqual([]);
    resolve('changed');
    await Promise.all([change, sessionRead]);
    expect(events).toEqual(['changed', 'read']);

    const failedChange = trackSessionChange(Promise.reject(new Error('refused')));
    await expect(failedChange).rejects.toThrow('refused');
    await waitForSessionChange();
  });
});
