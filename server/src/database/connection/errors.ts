/**
 * A statement the database refused, in the same shape from both databases.
 *
 * `code` is the SQLSTATE. Never log or answer with the whole object's `detail`: it may
 * hold the values of a row.
 */
export class StatementError extends Error {
  override readonly name = 'StatementError';
  readonly code: string;
  readonly detail: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.detail = refusal.detail;
    this.constraint = refusal.constraint;
    this.table = refusal.table;
    this.column = refusal.column;
  }
}

/** What a database says when it refuses a statement, as plain data. */
export interface Refusal {
  code: string;
  message: string;
  detail?: string | undefined;
  constraint?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
}

/** The SQLSTATE of a statement that a role may not make. */
export const noRight = '42501';

/** The conversation with the database ended; whether the last statement took effect is unknown. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly code = '08006';
}

/** The store is closing or closed. It takes no more work. */
export class StoreClosedError extends Error {
  override readonly name = 'StoreClosedError';

  constructor() {
    super('The database is closed: it takes no more statements.');
  }
}

/**
 * A programming error: inside a transaction, a statement was sent through the outer handle
 * instead of through the transaction. It would run outside the transaction, and on a
 * database with one connection it would wait forever.
 */
export class OuterHandleInTransactionError extends Error {
  override readonly name = 'OuterHandleInTransactionError';

  constructor() {
    super(
      'A statement was sent through the outer database handle inside a transaction. Use the transaction that was passed to the function.',
    );
  }
}

/** Two rows would overlap where an exclusion constraint forbids it (SQLSTATE 23P01). */
export function isExclusionViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23P01', constraint);
}

/** The database gave up a transaction in favor of another; the same work may succeed if repeated. */
export function isSerializationFailure(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === '40001' || code === '40P01';
}

/**
 * Thrown to give a transaction up and run it again, as the database does after a serialization
 * failure: what it began with has changed meanwhile.
 */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict';
  readonly code = '40001';
}

/** A statement or a lock took longer than this store allows. */
export function isTimeout(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === '57014' || code === '55P03' || code === '25P03';
}

/** The database can't be reached, went away, or is shutting down. */
export function isConnectionLost(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code === undefined) return false;
  return code.startsWith('08') || shutdownStates.has(code) || networkErrors.has(code);
}

/** admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections. */
const shutdownStates = new Set(['57P01', '57P02', '57P03', '53300']);

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

function violates(error: unknown, state: string, constraint: string | undefined): boolean {
  if (sqlStateOf(error) !== state) return false;
  return constraint === undefined || stringField(error, 'constraint') === constraint;
}

/** The SQLSTATE of a database error, or a system error's code; undefined for anything else. */
export function sqlStateOf(error: unknown): string | undefined {
  return stringField(error, 'code');
}

function stringField(error: unknown, field: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
}
