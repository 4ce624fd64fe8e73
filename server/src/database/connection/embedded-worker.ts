/** The worker thread of the embedded database; heavy queries run here and don't block requests. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { EmbeddedConversation, Refused } from './embedded-conversation.ts';
import { startInFolder, startInMemory } from './embedded-engine.ts';
import type { EmbeddedMessage, EmbeddedRequest, EmbeddedWorkerData } from './embedded-messages.ts';

if (parentPort === null) throw new Error('This file runs only as a worker thread.');
const given: unknown = workerData;
if (!isWorkerData(given)) throw new Error('The worker was started without a folder.');
await serve(parentPort, given);

async function serve(port: MessagePort, data: EmbeddedWorkerData): Promise<void> {
  let engine: PGlite;
  try {
    engine =
      data.folder === 'memory' ? await startInMemory(data.dump) : await startInFolder(data.folder);
  } catch (error) {
    return tell(port, { kind: 'failed', reason: reasonOf(error) });
  }
  engine.onNotification((channel) => tell(port, { kind: 'notification', channel }));
  const conversation = new EmbeddedConversation(engine);
  let previous: Promise<unknown> = Promise.resolve();
  port.on('message', (request: EmbeddedRequest) => {
    previous = previous.then(() => answer(port, engine, conversation, request));
  });
  tell(port, { kind: 'ready' });
}

async function answer(
  port: MessagePort,
  engine: PGlite,
  conversation: EmbeddedConversation,
  request: EmbeddedRequest,
): Promise<void> {
  const { id } = request;
  try {
    switch (request.kind) {
      case 'query': {
        const rows = await conversation.query(request.sql, request.parameters, request.statement);
        return tell(port, { kind: 'rows', id, answer: rows });
      }
      case 'script':
        return tell(port, { kind: 'rows', id, answer: await conversation.script(request.sql) });
      case 'dump': {
        const dump = await engine.dumpDataDir('none');
        return tell(port, { kind: 'dumped', id, dump: new Uint8Array(await dump.arrayBuffer()) });
      }
      case 'close':
        await engine.close();
        tell(port, { kind: 'closed', id });
        return port.close();
    }
  } catch (error) {
    if (error instanceof Refused)
      return tell(port, { kind: 'refused', id, refusal: error.refusal });
    // Not a refusal but a failure of the engine: its state is unknown.
    tell(port, { kind: 'failed', reason: reasonOf(error) });
  }
}

function tell(port: MessagePort, message: EmbeddedMessage): void {
  port.postMessage(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isWorkerData(value: unknown): value is EmbeddedWorkerData {
  return typeof value === 'object' && value !== null && 'folder' in value;
}
