/** The worker thread of the embedded database. Heavy queries run here, so they don't block requests. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { EmbeddedProtocol, RejectedStatementError } from './embedded-protocol.ts';
import { copyCluster, startInFolder, startInMemory } from './embedded-engine.ts';
import type { EmbeddedMessage, EmbeddedRequest, EmbeddedWorkerData } from './embedded-messages.ts';

if (parentPort === null) throw new Error('This file runs only as a worker thread.');
const startData: unknown = workerData;
if (!isWorkerData(startData)) throw new Error('The worker was started without a folder.');
await serve(parentPort, startData);

async function serve(port: MessagePort, data: EmbeddedWorkerData): Promise<void> {
  let engine: PGlite;
  try {
    engine =
      data.folder === 'memory' ? await startInMemory(data.dump) : await startInFolder(data.folder);
  } catch (error) {
    return post(port, { kind: 'failed', reason: describeError(error) });
  }
  engine.onNotification((channel) => post(port, { kind: 'notification', channel }));
  const protocol = new EmbeddedProtocol(engine);
  let previous: Promise<unknown> = Promise.resolve();
  port.on('message', (request: EmbeddedRequest) => {
    previous = previous.then(() => handleRequest(port, engine, protocol, data.folder, request));
  });
  post(port, { kind: 'ready' });
}

async function handleRequest(
  port: MessagePort,
  engine: PGlite,
  protocol: EmbeddedProtocol,
  folder: string,
  request: EmbeddedRequest,
): Promise<void> {
  const { id } = request;
  try {
    switch (request.kind) {
      case 'query': {
        const rows = await protocol.query(request.sql, request.parameters, request.statementName);
        return post(port, { kind: 'rows', id, result: rows });
      }
      case 'script':
        return post(port, { kind: 'rows', id, result: await protocol.script(request.sql) });
      case 'dump': {
        const dump = await engine.dumpDataDir('none');
        return post(port, { kind: 'dumped', id, dump: new Uint8Array(await dump.arrayBuffer()) });
      }
      case 'copy':
        return post(port, { kind: 'copied', id, problem: tryToCopy(folder, request.folder) });
      case 'close':
        await engine.close();
        post(port, { kind: 'closed', id });
        return port.close();
    }
  } catch (error) {
    if (error instanceof RejectedStatementError)
      return post(port, { kind: 'rejected', id, errorData: error.errorData });
    // Not a rejected statement but a failure of the engine, whose state is now unknown.
    post(port, { kind: 'failed', reason: describeError(error) });
  }
}

/**
 * Copies the database. Returns the reason if copying fails: an exception, even for a full disk, would stop the
 * database.
 */
function tryToCopy(folder: string, copy: string): string | null {
  try {
    copyCluster(folder, copy);
    return null;
  } catch (error) {
    return describeError(error);
  }
}

function post(port: MessagePort, message: EmbeddedMessage): void {
  port.postMessage(message);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isWorkerData(value: unknown): value is EmbeddedWorkerData {
  return typeof value === 'object' && value !== null && 'folder' in value;
}
