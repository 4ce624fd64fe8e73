import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { exchangeRaw } from './raw-exchange.ts';

/** Starts a server that sends these strings one after another and leaves the connection open. Returns its port. */
async function startServerSending(...packets: readonly string[]): Promise<number> {
  const openSockets = new Set<Socket>();
  const server = createServer((socket) => {
    openSockets.add(socket);
    const [first = '', ...rest] = packets;
    socket.write(first);
    // Pauses between packets, so that they arrive separately.
    for (const [index, packet] of rest.entries()) {
      setTimeout(() => socket.write(packet), 20 * (index + 1));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of openSockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server is not listening.');
  return address.port;
}

const stream = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\r\n';

test.each([
  ['immediately', [stream]],
  ['after 100 Continue', ['HTTP/1.1 100 Continue\r\n\r\n', stream]],
])('an event stream that begins %s counts as a complete response', async (_, packets) => {
  const port = await startServerSending(...packets);
  const exchange = await exchangeRaw(port, Buffer.from('GET /api/events HTTP/1.1\r\n\r\n'), 60_000);
  expect(exchange.isComplete).toBe(true);
  expect(exchange.responses.map(({ status }) => status)).toEqual([200]);
});
