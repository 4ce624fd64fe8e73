import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { changeEvent } from '@curbwrench/contract/events/schemas';
import type { Person } from './builders.ts';

/** One event of a stream. */
export interface StreamedEvent {
  /** 'ready', 'change' or 'reset'. */
  readonly event: string;
  readonly id: number;
  readonly data: string;
}

/** An open stream of live events. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Returns everything received so far, as text. */
  text(): string;
  /** Returns the events received so far, except `ready`. */
  events(): StreamedEvent[];
  /** Returns the last id received, even if it came without an event. */
  lastId(): number;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens the stream of live events over HTTP, as a browser would, and waits for its first event, `ready`. */
export async function openEventStream(
  url: string,
  person: Pick<Person, 'headers'> | null,
  lastEventId?: number | string,
): Promise<EventStream> {
  const clientRequest = request(`${url}/api/events`, {
    agent: false,
    headers: {
      accept: 'text/event-stream',
      ...person?.headers,
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
  });
  clientRequest.end();
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  let text = '';
  const ended = new Promise<void>((resolve) => {
    response.on('close', resolve);
  });
  // A broken stream counts as ended, like a closed one.
  response.on('error', () => {});
  clientRequest.on('error', () => {});
  const firstEvent = new Promise<void>((resolve) => {
    response.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\n\n')) resolve();
    });
  });
  await Promise.race([firstEvent, ended]);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    events: () =>
      splitBlocks(text)
        .flatMap(parseEvent)
        .filter(({ event }) => event !== 'ready'),
    lastId: () => Number(/^[^]*^id: (\d+)$/m.exec(text)?.[1] ?? 0),
    ended,
    close: () => clientRequest.destroy(),
  };
}

/** Returns the ids in the change events of one kind that a stream has received, in order. */
export function listIds(stream: EventStream, kind: string): string[] {
  return stream
    .events()
    .filter(({ event }) => event === 'change')
    .map(({ data }) => changeEvent.parse(JSON.parse(data)))
    .filter((change) => change.kind === kind)
    .map(({ id }) => id);
}

/** Returns the complete blocks of the text: a block ends with an empty line. */
function splitBlocks(text: string): string[] {
  return text.split('\n\n').slice(0, -1);
}

function parseEvent(block: string): StreamedEvent[] {
  const fields = new Map(
    block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const event = fields.get('event');
  return event === undefined
    ? []
    : [{ event, id: Number(fields.get('id')), data: fields.get('data') ?? '' }];
}
