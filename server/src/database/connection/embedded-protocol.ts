import { protocol, type PGlite } from '@electric-sql/pglite';
import type { EmbeddedRows } from './embedded-messages.ts';
import type { StatementErrorData } from './errors.ts';

const { serialize } = protocol;
const { messages } = protocol;

type Field = EmbeddedRows['fields'][number];

/** Thrown when the database rejects a statement. */
export class RejectedStatementError extends Error {
  readonly errorData: StatementErrorData;

  constructor(errorData: StatementErrorData) {
    super(errorData.message);
    this.errorData = errorData;
  }
}

/**
 * Speaks PostgreSQL's wire protocol with the embedded engine. PGlite's own `query` needs an extra
 * round trip for the parameter types and does not reuse plans; this class sends one batch per
 * statement and refers to an already prepared statement by its name.
 */
export class EmbeddedProtocol {
  readonly #engine: PGlite;
  /** The columns of each prepared statement, by name. */
  readonly #preparedFields = new Map<string, Field[]>();

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  async query(
    sql: string,
    parameters: (string | Uint8Array | null)[],
    statementName: string | undefined,
  ): Promise<EmbeddedRows> {
    const knownFields =
      statementName === undefined ? undefined : this.#preparedFields.get(statementName);
    const name = statementName ?? '';
    const prepareMessages =
      knownFields === undefined
        ? [
            // If a previous run failed because of its parameters, the engine already has a statement with this name.
            serialize.close({ type: 'S', name }),
            serialize.parse({ name, text: sql }),
            serialize.describe({ type: 'S', name }),
          ]
        : [];
    const result = await this.#send([
      ...prepareMessages,
      serialize.bind({ statement: name, values: parameters }),
      serialize.execute(),
      serialize.sync(),
    ]);
    if (knownFields !== undefined) return { ...result, fields: knownFields };
    if (statementName !== undefined) this.#preparedFields.set(statementName, result.fields);
    return result;
  }

  script(sql: string): Promise<EmbeddedRows> {
    return this.#send([serialize.query(sql)]);
  }

  /** Throws a RejectedStatementError; any other error means that the engine is no longer usable. */
  async #send(parts: Uint8Array[]): Promise<EmbeddedRows> {
    const replies = await this.#engine.execProtocolStream(Buffer.concat(parts), {
      syncToFs: false,
      throwOnError: false,
    });
    let isReady = false;
    let errorData: StatementErrorData | undefined;
    let tag = '';
    let fields: Field[] = [];
    let rows: (string | null)[][] = [];
    for (const reply of replies) {
      if (reply instanceof messages.ReadyForQueryMessage) isReady = true;
      else if (reply instanceof messages.DatabaseError) {
        // The engine has shut down, for example after a failed sync, and would loop forever on another request.
        if (reply.severity === 'PANIC' || reply.severity === 'FATAL')
          throw new Error(reply.message);
        errorData ??= toStatementErrorData(reply);
      } else if (reply instanceof messages.DataRowMessage) rows.push(reply.fields);
      else if (reply instanceof messages.RowDescriptionMessage) {
        fields = reply.fields.map((field) => ({ name: field.name, type: field.dataTypeID }));
        rows = [];
      } else if (reply instanceof messages.CommandCompleteMessage) tag = reply.text;
    }
    // PGlite hides a crash of the engine, which then looks like an empty response.
    if (!isReady) throw new Error('its response was incomplete');
    if (errorData !== undefined) throw new RejectedStatementError(errorData);
    return { tag, fields, rows };
  }
}

function toStatementErrorData(
  error: InstanceType<typeof messages.DatabaseError>,
): StatementErrorData {
  return {
    code: error.code ?? 'XX000',
    message: error.message,
    detail: error.detail,
    constraint: error.constraint,
    table: error.table,
    column: error.column,
  };
}
