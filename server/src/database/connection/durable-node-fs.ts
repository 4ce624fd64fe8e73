import { fdatasyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitArguments = Parameters<NodeFS['init']>;
type InitResult = Awaited<ReturnType<NodeFS['init']>>;

/** WASI's error number for "input/output error". It makes PostgreSQL stop, as it must after a failed sync. */
const EIO = 29;

/**
 * PGlite's file system with a working fsync. As shipped, syncing a file does nothing, so an acknowledged commit can
 * be lost in a power failure.
 *
 * Use it only with start parameters that leave fsync on and set `wal_sync_method=fsync`; the other
 * sync methods don't call the function replaced here.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: InitArguments): Promise<InitResult> {
    const { emscriptenOpts } = await super.init(pg, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          (engine: object) => {
            getStreamOperations(engine)['fsync'] = syncStream;
          },
        ],
      },
    };
  }
}

function syncStream(stream: { nfd?: number }): number {
  if (stream.nfd === undefined) return 0;
  try {
    fdatasyncSync(stream.nfd);
    return 0;
  } catch {
    return EIO;
  }
}

/** Returns the engine's table of file operations, which its types don't declare. */
function getStreamOperations(engine: object): Record<string, unknown> {
  const nodeFs: unknown = Reflect.get(engine, 'NODEFS');
  if (typeof nodeFs === 'object' && nodeFs !== null && 'stream_ops' in nodeFs) {
    const operations = nodeFs.stream_ops;
    if (isRecord(operations)) return operations;
  }
  throw new Error('This version of PGlite has no NODEFS.stream_ops: writes would not be durable.');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
