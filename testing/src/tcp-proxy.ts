import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Two ends that the proxy joins. */
interface Pair {
  readonly ends: readonly [Socket, Socket];
  /** Nothing passes any more, not even an end. */
  frozen: boolean;
}

/**
 * Stands between a server and its database and does what networks do: cuts connections, refuses
 * them, slows them, and forgets them without telling either end.
 */
export class TcpProxy {
  /** New connections are cut at once. */
  refusing = false;
  /** New connections are taken, and what they send is swallowed. */
  swallowing = false;
  /** Each byte comes so much later, and no more than so many pass in a second. */
  delayMs = 0;
  bytesPerSecond = Infinity;
  readonly #target: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #pairs: Pair[] = [];

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#take(socket));
  }

  /** A proxy to a port of this machine. */
  static async to(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('It does not listen.');
    return address.port;
  }

  /** Resets every connection. */
  cut(): void {
    for (const { ends } of this.#pairs) for (const end of ends) end.resetAndDestroy();
  }

  /** Every connection of this moment is dead from now on, for good, and looks alive to both ends. */
  freeze(): void {
    for (const pair of this.#pairs) pair.frozen = true;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(near: Socket): void {
    this.#watch(near);
    if (this.refusing) {
      near.resetAndDestroy();
      return;
    }
    if (this.swallowing) {
      near.resume();
      return;
    }
    const far = connect({ host: '127.0.0.1', port: this.#target });
    this.#watch(far);
    const pair: Pair = { ends: [near, far], frozen: false };
    this.#pairs.push(pair);
    this.#join(pair, near, far);
    this.#join(pair, far, near);
  }

  #join(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (pair.frozen) return;
      const wait = this.delayMs + (chunk.length / this.bytesPerSecond) * 1000;
      if (wait === 0) {
        to.write(chunk);
        return;
      }
      // One piece after the other, as on a thin line.
      from.pause();
      setTimeout(() => {
        from.resume();
        if (!pair.frozen) to.write(chunk);
      }, wait);
    });
    from.on('close', () => {
      if (pair.frozen) return;
      this.#pairs = this.#pairs.filter((one) => one !== pair);
      to.destroy();
    });
  }

  #watch(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('error', () => {});
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
