import { describe, expect, it } from 'vitest';
import { UnsentMessages, type Deliver } from './unsent-messages.ts';

/** Records deliveries; the test settles each one. */
function makeDeliver() {
  const sent: { text: string; clientId: string; resolve(): void; reject(error: Error): void }[] =
    [];
  const deliver: Deliver = ({ text, clientId }) =>
    new Promise((resolve, reject) => {
      sent.push({ text, clientId, resolve, reject });
    });
  return { sent, deliver };
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
    const { sent, deliver } = makeDeliver();
    unsent.send('a', 'One', deliver);
    unsent.send('a', 'Two', deliver);
    unsent.send('b', 'Elsewhere', deliver);
    await flushPromises();
    expect(sent.map(({ text }) => text)).toEqual(['One', 'Elsewhere']);
    expect(unsent.of('a').map(({ text }) => text)).toEqual(['One', 'Two']);
    sent[0]?.resolve();
    await flushPromises();
    expect(sent.map(({ text }) => text)).toEqual(['One', 'Elsewhere', 'Two']);
    expect(unsent.of('a').map(({ text }) => text)).toEqual(['Two']);
  });

  it('are retained with the reason after a failure, and retried with the same id', async () => {
    const unsent = makeUnsentMessages();
    const { sent, deliver } = makeDeliver();
    let notifications = 0;
    unsent.subscribe(() => (notifications += 1));
    unsent.send('a', 'One', deliver);
    unsent.send('a', 'Two', deliver);
    await flushPromises();
    sent[0]?.reject(new Error('No network.'));
    await flushPromises();
    expect(unsent.of('a')).toEqual([
      { clientId: 'id-1', text: 'One', failure: 'No network.' },
      { clientId: 'id-2', text: 'Two', failure: null },
    ]);
    sent[1]?.resolve();
    unsent.retry('a', 'id-1', deliver);
    await flushPromises();
    expect(sent.map(({ clientId }) => clientId)).toEqual(['id-1', 'id-2', 'id-1']);
    sent[2]?.resolve();
    await flushPromises();
    expect(unsent.of('a')).toEqual([]);
    expect(notifications).toBeGreaterThan(3);
  });

  it('are not sent once they are discarded', async () => {
    const unsent = makeUnsentMessages();
    const { sent, deliver } = makeDeliver();
    unsent.send('a', 'One', deliver);
    await flushPromises();
    unsent.send('a', 'Two', deliver);
    unsent.discard('a', 'id-2');
    sent[0]?.resolve();
    await flushPromises();
    expect(sent).toHaveLength(1);
  });
});
