/** A message that its author already sees but the server has not confirmed. */
export interface UnsentMessage {
  /** The same for every attempt, so that the message is stored once. */
  readonly clientId: string;
  readonly text: string;
  /** Why the last attempt failed; null while one is in progress. */
  readonly failure: string | null;
}

/** Sends one message; rejects if that failed. */
export type Deliver = (message: Pick<UnsentMessage, 'clientId' | 'text'>) => Promise<void>;

/**
 * Holds unsent messages by conversation. Each conversation's are sent one after the other, in the order
 * they were written, even while another page is open; a failed one waits until its author retries or
 * discards it.
 */
export class UnsentMessages {
  readonly #byConversation = new Map<string, readonly UnsentMessage[]>();
  readonly #queues = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  readonly #makeId: () => string;
  readonly #sentenceOf: (error: unknown) => string;

  constructor(makeId: () => string, sentenceOf: (error: unknown) => string) {
    this.#makeId = makeId;
    this.#sentenceOf = sentenceOf;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the messages of one conversation, oldest first; the same array until something changes. */
  of(conversation: string): readonly UnsentMessage[] {
    return this.#byConversation.get(conversation) ?? noMessages;
  }

  send(conversation: string, text: string, deliver: Deliver): void {
    const message = { clientId: this.#makeId(), text, failure: null };
    this.#set(conversation, [...this.of(conversation), message]);
    this.#enqueue(conversation, message.clientId, deliver);
  }

  retry(conversation: string, clientId: string, deliver: Deliver): void {
    this.#change(conversation, clientId, null);
    this.#enqueue(conversation, clientId, deliver);
  }

  discard(conversation: string, clientId: string): void {
    this.#set(
      conversation,
      this.of(conversation).filter((message) => message.clientId !== clientId),
    );
  }

  #enqueue(conversation: string, clientId: string, deliver: Deliver): void {
    const before = this.#queues.get(conversation) ?? Promise.resolve();
    this.#queues.set(
      conversation,
      before.then(() => this.#try(conversation, clientId, deliver)),
    );
  }

  /** Never rejects, because that would block the messages behind it. */
  async #try(conversation: string, clientId: string, deliver: Deliver): Promise<void> {
    const message = this.of(conversation).find((message) => message.clientId === clientId);
    if (!message) return;
    try {
      await deliver({ clientId, text: message.text });
      this.discard(conversation, clientId);
    } catch (error) {
      this.#change(conversation, clientId, this.#sentenceOf(error));
    }
  }

  #change(conversation: string, clientId: string, failure: string | null): void {
    this.#set(
      conversation,
      this.of(conversation).map((message) =>
        message.clientId === clientId ? { ...message, failure } : message,
      ),
    );
  }

  #set(conversation: string, messages: readonly UnsentMessage[]): void {
    if (messages.length > 0) this.#byConversation.set(conversation, messages);
    else this.#byConversation.delete(conversation);
    for (const listener of this.#listeners) listener();
  }
}

const noMessages: readonly UnsentMessage[] = [];
