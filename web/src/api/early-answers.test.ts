import { afterEach, expect, test, vi } from 'vitest';
import { askEarly, forgetEarly, takeEarly } from './early-answers.ts';

afterEach(() => {
  forgetEarly();
  vi.unstubAllGlobals();
});

function answerWith(answer: () => Promise<Response>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return answer();
  });
  return asked;
}

test('an early answer is taken by its address, once', async () => {
  const asked = answerWith(async () => new Response('[]'));
  askEarly(['/api/appointments?limit=20']);
  expect(asked).toEqual(['/api/appointments?limit=20']);
  expect(takeEarly('/api/appointments?limit=5')).toBeUndefined();
  expect(await (await takeEarly('/api/appointments?limit=20'))?.text()).toBe('[]');
  expect(takeEarly('/api/appointments?limit=20')).toBeUndefined();
});

test('an answer that nobody took is forgotten before it can be old', () => {
  answerWith(async () => new Response('[]'));
  askEarly(['/api/vehicles']);
  forgetEarly();
  expect(takeEarly('/api/vehicles')).toBeUndefined();
});

test('a failure is heard by whoever takes it, and by nobody else', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  askEarly(['/api/vehicles', '/api/plans']);
  await expect(takeEarly('/api/vehicles')).rejects.toThrow('Failed to fetch');
});
