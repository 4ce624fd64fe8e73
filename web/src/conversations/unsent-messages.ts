/** A message that its author already sees but the server has not confirmed. */
export interface UnsentMessage {
  /** Stays the same for every attempt, so that the message is stored only once. */
  readonly clientId: string;
  readonly text: string;
  /** Why the last attempt failed; null while an attempt is in progress. */
  readonly failure: string | null;
}

/** Sends one message; rejects on failure. */
export type SendMessage = (message: Pick<UnsentMessage, 'clientId' | 'text'>) => Promise<void>;

/**
 * Keeps unsent messages by conversation. The messages of a conversation are sent one after the other, in the
 * order they were written, even while another page is open; a failed message waits until its author retries or
 * discards it.
 */
export class UnsentMessages {
  readonly #byConversation = new Map<string, readonly UnsentMessage[]>();
  readonly #queues = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  readonly #makeId: () => string;
  readonly #getErrorMessage: (error: unknown) => string;

  constructor(makeId: () => string, getErrorMessage: (error: unknown) => string) {
    this.#makeId = makeId;
    this.#getErrorMessage = getErrorMessage;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the messages of one conversation, oldest first; the same array until something changes. */
  list(conversation: string): readonly UnsentMessage[] {
    return this.#byConversation.get(conversation) ?? noMessages;
  }

  send(conversation: string, text: string, sendMessage: SendMessage): void {
    const message = { clientId: this.#makeId(), text, failure: null };
    this.#set(conversation, [...this.list(conversation), message]);
    this.#enqueue(conversation, message.clientId, sendMessage);
  }

  retry(conversation: string, clientId: string, sendMessage: SendMessage): void {
    this.#change(conversation, clientId, null);
    this.#enqueue(conversation, clientId, sendMessage);
  }

  discard(conversation: string, clientId: string): void {
    this.#set(
      conversation,
      this.list(conversation).filter((message) => message.clientId !== clientId),
    );
  }

  #enqueue(conversation: string, clientId: string, sendMessage: SendMessage): void {
    const previous = this.#queues.get(conversation) ?? Promise.resolve();
    this.#queues.set(
      conversation,
      previous.then(() => this.#attempt(conversation, clientId, sendMessage)),
    );
  }

  /** Never rejects, because that would block the messages behind it. */
  async #attempt(conversation: string, clientId: string, sendMessage: SendMessage): Promise<void> {
    const message = this.list(conversation).find((unsent) => unsent.clientId === clientId);
    if (!message) return;
    try {
      await sendMessage({ clientId, text: message.text });
      this.discard(conversation, clientId);
    } catch (error) {
      this.#change(conversation, clientId, this.#getErrorMessage(error));
    }
  }

  #change(conversation: string, clientId: string, failure: string | null): void {
    this.#set(
      conversation,
      this.list(conversation).map((message) =>
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
