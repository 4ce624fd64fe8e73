import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The two sockets of a proxied connection. */
interface Pair {
  readonly ends: readonly [Socket, Socket];
  /** Whether the proxy no longer forwards anything, not even the end of a connection. */
  isFrozen: boolean;
}

/**
 * Stands between a server and its database and simulates network faults: cuts connections, refuses them, slows them
 * down, and drops them silently, so that neither end notices.
 */
export class TcpProxy {
  /** Whether it resets new connections immediately. */
  isRefusing = false;
  /** Whether it accepts new connections but discards what they send. */
  isDiscarding = false;
  /** The delay before each chunk is forwarded. */
  delayMs = 0;
  /** The maximum throughput in each direction of a connection. */
  bytesPerSecond = Infinity;
  readonly #target: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #pairs: Pair[] = [];

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** Starts a proxy to a local port. */
  static async to(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string')
      throw new Error('The proxy is not listening.');
    return address.port;
  }

  /** Resets every connection. */
  cut(): void {
    for (const { ends } of this.#pairs) for (const end of ends) end.resetAndDestroy();
  }

  /** Permanently stops forwarding on every current connection; both ends still see it as open. */
  freeze(): void {
    for (const pair of this.#pairs) pair.isFrozen = true;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(near: Socket): void {
    this.#track(near);
    if (this.isRefusing) {
      near.resetAndDestroy();
      return;
    }
    if (this.isDiscarding) {
      near.resume();
      return;
    }
    const far = connect({ host: '127.0.0.1', port: this.#target });
    this.#track(far);
    const pair: Pair = { ends: [near, far], isFrozen: false };
    this.#pairs.push(pair);
    this.#forward(pair, near, far);
    this.#forward(pair, far, near);
  }

  #forward(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (pair.isFrozen) return;
      const wait = this.delayMs + (chunk.length / this.bytesPerSecond) * 1000;
      if (wait === 0) {
        to.write(chunk);
        return;
      }
      // One chunk at a time, as on a slow network.
      from.pause();
      setTimeout(() => {
        from.resume();
        if (!pair.isFrozen) to.write(chunk);
      }, wait);
    });
    from.on('close', () => {
      if (pair.isFrozen) return;
      this.#pairs = this.#pairs.filter((item) => item !== pair);
      to.destroy();
    });
  }

  #track(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
