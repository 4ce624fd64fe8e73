import { describe, expect, it } from 'vitest';
import { changingSession, sessionAtRest } from './session-change.ts';

describe('the session', () => {
  it('is not read while a call is replacing it, even if that call fails', async () => {
    const told: string[] = [];
    let resolve: (answer: string) => void = () => {};
    const promise = new Promise<string>((done) => {
      resolve = done;
    });
    const changed = changingSession(promise).then((answer) => told.push(answer));
    const asked = sessionAtRest().then(() => told.push('asked'));
    await Promise.resolve();
    expect(told).toEqual([]);
    resolve('changed');
    await Promise.all([changed, asked]);
    expect(told).toEqual(['changed', 'asked']);

    const refused = changingSession(Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow('refused');
    await sessionAtRest();
  });
});
