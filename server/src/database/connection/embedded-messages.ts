import type { Refusal } from './errors.ts';

/** What the embedded database's worker thread is started with. */
export interface EmbeddedWorkerData {
  /** Absolute path of the data folder, or 'memory'. */
  folder: string;
  /** A dumped data directory to start from; only for 'memory'. */
  dump?: Uint8Array | undefined;
}

/** What the store asks of the worker. Requests are answered in the order in which they come. */
export type EmbeddedRequest =
  | {
      kind: 'query';
      id: number;
      sql: string;
      parameters: (string | Uint8Array | null)[];
      /** Keep the plan under this name. */
      statement: string | undefined;
    }
  | { kind: 'script'; id: number; sql: string }
  | { kind: 'dump'; id: number }
  | { kind: 'close'; id: number };

/** Values travel as PostgreSQL's text; the store decodes them as it does for a server. */
export interface EmbeddedRows {
  tag: string;
  fields: { name: string; type: number }[];
  rows: (string | null)[][];
}

/** What the worker says. `ready` comes first; `failed` means the worker can do no more. */
export type EmbeddedMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'notification'; channel: string }
  | { kind: 'rows'; id: number; answer: EmbeddedRows }
  | { kind: 'refused'; id: number; refusal: Refusal }
  | { kind: 'dumped'; id: number; dump: Uint8Array }
  | { kind: 'closed'; id: number };
