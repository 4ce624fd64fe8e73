import { describe, expect, it } from 'vitest';
import { UnsentMessages, type SendMessage } from './unsent-messages.ts';

/** Returns a `SendMessage` that records its calls; the test resolves or rejects each of them. */
function makeSendMessage() {
  const calls: { text: string; clientId: string; resolve(): void; reject(error: Error): void }[] =
    [];
  const sendMessage: SendMessage = ({ text, clientId }) =>
    new Promise((resolve, reject) => {
      calls.push({ text, clientId, resolve, reject });
    });
  return { calls, sendMessage };
}

const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

function makeUnsentMessages() {
  let idCount = 0;
  return new UnsentMessages(
    () => `id-${(idCount += 1)}`,
    (error) => (error instanceof Error ? error.message : ''),
  );
}

describe('unsent messages', () => {
  it('are sent one after the other, in the order they were written', async () => {
    const unsent = makeUnsentMessages();
    const { calls, sendMessage } = makeSendMessage();
    unsent.send('a', 'One', sendMessage);
    unsent.send('a', 'Two', sendMessage);
    unsent.send('b', 'Elsewhere', sendMessage);
    await flushPromises();
    expect(calls.map(({ text }) => text)).toEqual(['One', 'Elsewhere']);
    expect(unsent.list('a').map(({ text }) => text)).toEqual(['One', 'Two']);
    calls[0]?.resolve();
    await flushPromises();
    expect(calls.map(({ text }) => text)).toEqual(['One', 'Elsewhere', 'Two']);
    expect(unsent.list('a').map(({ text }) => text)).toEqual(['Two']);
  });

  it('are kept with the reason after a failure, and retried with the same id', async () => {
    const unsent = makeUnsentMessages();
    const { calls, sendMessage } = makeSendMessage();
    let notifications = 0;
    unsent.subscribe(() => (notifications += 1));
    unsent.send('a', 'One', sendMessage);
    unsent.send('a', 'Two', sendMessage);
    await flushPromises();
    calls[0]?.reject(new Error('No network.'));
    await flushPromises();
    expect(unsent.list('a')).toEqual([
      { clientId: 'id-1', text: 'One', failure: 'No network.' },
      { clientId: 'id-2', text: 'Two', failure: null },
    ]);
    calls[1]?.resolve();
    unsent.retry('a', 'id-1', sendMessage);
    await flushPromises();
    expect(calls.map(({ clientId }) => clientId)).toEqual(['id-1', 'id-2', 'id-1']);
    calls[2]?.resolve();
    await flushPromises();
    expect(unsent.list('a')).toEqual([]);
    expect(notifications).toBeGreaterThan(3);
  });

  it('are not sent after they are discarded', async () => {
    const unsent = makeUnsentMessages();
    const { calls, sendMessage } = makeSendMessage();
    unsent.send('a', 'One', sendMessage);
    await flushPromises();
    unsent.send('a', 'Two', sendMessage);
    unsent.discard('a', 'id-2');
    calls[0]?.resolve();
    await flushPromises();
    expect(calls).toHaveLength(1);
  });
});
