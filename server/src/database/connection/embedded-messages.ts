import type { StatementErrorData } from './errors.ts';

/** The start parameters of the embedded database's worker thread. */
export interface EmbeddedWorkerData {
  /** Absolute path of the data folder, or 'memory'. */
  folder: string;
  /** A dumped data directory to start from; only for 'memory'. */
  dump?: Uint8Array | undefined;
}

/** A request from the store to the worker, which responds in the order in which requests arrive. */
export type EmbeddedRequest =
  | {
      kind: 'query';
      id: number;
      sql: string;
      parameters: (string | Uint8Array | null)[];
      /** The name under which to prepare the statement; undefined runs it unprepared. */
      statementName: string | undefined;
    }
  | { kind: 'script'; id: number; sql: string }
  | { kind: 'dump'; id: number }
  /** Copy the files of the database into this new folder. */
  | { kind: 'copy'; id: number; folder: string }
  | { kind: 'close'; id: number };

/** A statement's result. Values are in PostgreSQL's text format; the store decodes them as it does for a server. */
export interface EmbeddedRows {
  tag: string;
  fields: { name: string; type: number }[];
  rows: (string | null)[][];
}

/** A message from the worker. `ready` comes first; after `failed` the worker is unusable. */
export type EmbeddedMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'notification'; channel: string }
  | { kind: 'rows'; id: number; result: EmbeddedRows }
  | { kind: 'rejected'; id: number; errorData: StatementErrorData }
  | { kind: 'dumped'; id: number; dump: Uint8Array }
  /** `problem` says why the copy could not be made; null if it was made. */
  | { kind: 'copied'; id: number; problem: string | null }
  | { kind: 'closed'; id: number };
