/** The listeners of a database's notification channels. */
export class ChannelListeners {
  readonly #byChannel = new Map<string, Set<() => void>>();

  add(channel: string, listener: () => void): void {
    const listeners = this.#byChannel.get(channel);
    if (listeners === undefined) this.#byChannel.set(channel, new Set([listener]));
    else listeners.add(listener);
  }

  /** Removes a listener. Returns true if the channel then has no listeners left. */
  remove(channel: string, listener: () => void): boolean {
    const listeners = this.#byChannel.get(channel);
    if (listeners === undefined || !listeners.delete(listener) || listeners.size > 0) return false;
    return this.#byChannel.delete(channel);
  }

  channels(): string[] {
    return [...this.#byChannel.keys()];
  }

  notify(channel: string): void {
    for (const listener of this.#byChannel.get(channel) ?? []) listener();
  }

  notifyAll(): void {
    for (const channel of this.channels()) this.notify(channel);
  }
}
