import { connect } from 'node:net';
import type { HttpRequest } from './http-exchange.ts';

/** How much of a request a client sends before it disconnects. */
export type CutPoint = 'half of the head' | 'half of the body' | 'all of it';

export const cutPoints: readonly CutPoint[] = ['half of the head', 'half of the body', 'all of it'];

/**
 * Sends a request, or part of it, and disconnects without reading the response, like a phone in a
 * tunnel. The client does not learn the outcome.
 */
export function sendAndDisconnect(request: HttpRequest, point: CutPoint): Promise<void> {
  const body = JSON.stringify(request.body);
  const headers = Object.entries({
    host: 'localhost',
    ...request.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  });
  const head = `${request.method} ${request.path} HTTP/1.1\r\n${headers
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  const partToSend = {
    'half of the head': head.slice(0, head.length / 2),
    'half of the body': head + body.slice(0, body.length / 2),
    'all of it': head + body,
  }[point];
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: request.port });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.on('connect', () => {
      socket.write(partToSend, () => {
        // Disconnects sometimes immediately, sometimes while the server is working.
        setTimeout(() => socket.resetAndDestroy(), Math.random() * 15);
      });
    });
  });
}
